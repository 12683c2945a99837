# An image of one executable: `docker build --build-arg EXECUTABLE=docent-0.9.0-linux-x64 --tag docent .`
# The base has the C library and a shell of one file. Nothing else is needed.
FROM busybox:stable-glibc
ARG EXECUTABLE=dist/docent
COPY --chmod=0755 ${EXECUTABLE} /usr/local/bin/docent
RUN mkdir -m 0700 /data && chown 7333:7333 /data
USER 7333:7333
VOLUME /data
ENV PATH=/usr/local/bin:/bin DOCENT_DATA_DIR=/data DOCENT_HOST=0.0.0.0
EXPOSE 7333
STOPSIGNAL SIGTERM
HEALTHCHECK --start-period=30s CMD ["wget", "-q", "-O", "/dev/null", "http://127.0.0.1:7333/readyz"]
ENTRYPOINT ["docent"]
CMD ["serve"]
