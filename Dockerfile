# One node of Tenure, for x86_64 and aarch64. The context is a folder with the archives of `./gradlew dist`, of which the
# one for the image's platform is taken:
#
#   ./gradlew dist && cp -r docker build/distributions/ && docker build -t tenure -f Dockerfile build/distributions
#   docker buildx build --platform linux/amd64,linux/arm64 -t registry.example/tenure -f Dockerfile build/distributions
#   mkdir image && cp tenure-*-linux-*.tar.gz image && tar xzf tenure-*-linux-x86_64.tar.gz    (from the archive alone)
#     && cp -r tenure-*/share/docker/docker image && docker build -t tenure -f tenure-*/share/docker/Dockerfile image
#
# Nothing but the data directory has to be writable: run it with --read-only. It runs as user 10001, whose the volume and
# private keys have to be. compose.yaml starts three nodes; docs/operations.md has more.
ARG BASE=debian:bookworm-slim
FROM ${BASE} AS build

# The JDK's set-up fails without the directory for manuals, which slim images lack.
RUN mkdir -p /usr/share/man/man1 \
 && apt-get update \
 && apt-get install -y --no-install-recommends openjdk-17-jdk-headless busybox-static

COPY docker/ /build/docker/
COPY tenure-*-linux-*.tar.gz /build/
RUN sh /build/docker/assemble /build/tenure-*-linux-$(uname -m).tar.gz /image

FROM scratch
COPY --from=build /image/ /

# Java's heap is half of what the container may use; the rest is for RocksDB, the network and Java itself.
ENV PATH=/opt/tenure/bin:/opt/jre/bin:/bin \
    JAVA_HOME=/opt/jre \
    TENURE_CONFIG=/etc/tenure/tenure.conf \
    TENURE_DATA=/var/lib/tenure \
    TENURE_CACHE=off \
    TENURE_HEAP="-XX:InitialRAMPercentage=12 -XX:MaxRAMPercentage=50 -XX:-UsePerfData"
USER 10001:10001
VOLUME /var/lib/tenure
HEALTHCHECK --interval=10s --timeout=3s --start-period=30s CMD ["healthcheck"]
ENTRYPOINT ["tenure"]
CMD ["node"]
