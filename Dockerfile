# The service in an image of its own: one static binary, nothing else.
#
#   make image                                   builds bin/image/crm, then this
#   docker run -v crm:/data -p 127.0.0.1:8080:8080 crm
#
# The folder that it is built from holds the binary, "crm", and an empty folder,
# "data". Nothing is downloaded. /data is the only place that is written, so the
# root may be read-only.
FROM scratch
COPY crm /crm
COPY --chown=65532:65532 data /data
USER 65532:65532
VOLUME /data
ENV CRM_LISTEN=0.0.0.0:8080 CRM_DATABASE=/data/crm.db CRM_MEDIA=/data/media
EXPOSE 8080
HEALTHCHECK --interval=10s --timeout=5s --start-period=60s CMD ["/crm", "healthcheck"]
ENTRYPOINT ["/crm"]
CMD ["serve"]
