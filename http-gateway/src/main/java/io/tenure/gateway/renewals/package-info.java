/** {@code POST /v1/renewals}: the leases of many claims renewed by one request. */
@NullMarked
package io.tenure.gateway.renewals;

import org.jspecify.annotations.NullMarked;
