#!/bin/sh
# Writes the digest of each foreign image behind its tag, in docker-compose.yml and the Dockerfile:
# from then on nobody who moves a tag changes what runs here. Run it again after raising a version,
# look at the difference, commit it. Needs Docker with buildx and the way to the registries.
set -eu
cd "$(dirname "$0")/.."

named() { # images with a tag, without the digest they may have; our own is built here
    sed -n -e 's/^ *image: *//p' -e 's/^FROM \([^ ]*\).*/\1/p' docker-compose.yml Dockerfile |
        sed 's/@sha256:.*//' | grep -v '^steward:' | sort -u
}

for image in $(named); do
    digest=$(docker buildx imagetools inspect --format '{{.Manifest.Digest}}' "$image")
    case $digest in
    sha256:????????????????????????????????????????????????????????????????) ;;
    *) echo "no digest of $image: $digest" >&2 && exit 1 ;;
    esac
    for file in docker-compose.yml Dockerfile; do
        sed -E "s,($image)(@sha256:[0-9a-f]*)?([[:space:]]|\$),\1@$digest\3," "$file" >"$file.new"
        # Written into the file that is there, which keeps its rights.
        cat "$file.new" >"$file" && rm "$file.new"
    done
    echo "$image@$digest"
done
