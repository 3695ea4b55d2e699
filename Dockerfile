# One node of Tenure. From a checkout, after `./gradlew installDist`:
#
#   docker build -t tenure .
#   bin/tenure certs --config tenure.conf --out tls     (in build/install/tenure) and put into tenure.conf:
#     peer.tls.certificate = /etc/tls/{node}.pem, peer.tls.key = /etc/tls/{node}-key.pem, peer.tls.ca = /etc/tls/ca.pem
#   For n1, a directory n1-tls with ca.pem, n1.pem and n1-key.pem: chown 10001 n1-tls/n1-key.pem
#   docker run --rm -v n1-data:/var/lib/tenure -v $PWD/tenure.conf:/etc/tenure.conf:ro -e TENURE_NODE=n1 tenure bootstrap
#   docker run -d --name n1 --network tenure --ip 10.0.0.11 -v n1-data:/var/lib/tenure -v $PWD/tenure.conf:/etc/tenure.conf:ro \
#     -v $PWD/n1-tls:/etc/tls:ro -e TENURE_NODE=n1 tenure
#
# `bootstrap` once per node, when the cluster is new; never for a node that has lost its volume. The cluster begins when
# all of its nodes run. DIST is where the distribution lies: `--build-arg DIST=.` if that is the build's context itself.
ARG BASE=debian:bookworm-slim
FROM ${BASE}

# The JRE's set-up fails without the directory for manuals, which slim images lack.
RUN mkdir -p /usr/share/man/man1 \
 && apt-get update \
 && apt-get install -y --no-install-recommends openjdk-17-jre-headless \
 && apt-get clean \
 && rm -rf /var/lib/apt/lists/*

RUN useradd --system --uid 10001 --user-group --no-create-home --home-dir /nonexistent tenure \
 && install -d -o tenure -g tenure /var/lib/tenure

ARG DIST=build/install/tenure
COPY ${DIST} /opt/tenure
COPY docker/healthcheck /opt/tenure/bin/healthcheck

ENV PATH=/opt/tenure/bin:$PATH \
    TENURE_CONFIG=/etc/tenure.conf \
    TENURE_DATA=/var/lib/tenure
USER tenure
VOLUME /var/lib/tenure
HEALTHCHECK --interval=10s --timeout=3s --start-period=30s CMD ["healthcheck"]
ENTRYPOINT ["tenure"]
CMD ["node"]
