#!/bin/sh
# Runs Airdesk on the Node that is packed with it, from wherever this folder lies.
root=$(dirname "$(dirname "$(readlink -f "$0")")")
# Without arguments, on a desktop: the window.
if [ $# -eq 0 ] && [ -n "${WAYLAND_DISPLAY-}${DISPLAY-}" ]; then
  set -- window
fi
exec "$root/node/bin/node" "$root/out/service/main.js" "$@"
