/** `NODE_OPTIONS=--import airdesk/redirect`. */
export {}
