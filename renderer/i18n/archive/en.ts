/** English texts of what can go wrong between us and a store: what happened, and what to do. */
export const archiveEn = {
  fault: {
    dns: 'The name of the store is not known',
    blocked: 'The store has an address that this system may not reach',
    refused: 'Nothing listens at the address of the store',
    tls: 'The store could not prove who it is',
    timeout: 'The store did not answer in time',
    interrupted: 'The connection to the store broke',
    credentials: 'The store does not accept the credentials',
    'clock-skew': 'The clocks of this computer and of the store differ too much',
    forbidden: 'The credentials are good, but do not allow this',
    'no-bucket': 'The bucket or container does not exist',
    'no-folder': 'The folder is missing and cannot be made',
    'not-found': 'The store no longer has the file',
    busy: 'The store asks to slow down, or is failing',
    full: 'The store has no room',
    damaged: 'The store has other bytes than were sent',
    'refused-request': 'The store refused the request',
    local: 'The copy on this computer cannot be read',
    folderForbidden: 'This user may not use the folder',
    folderOutside: 'The folder is outside those that recordings may be written to',
    folderLink: 'A link stands in the place of a folder or file',
  },
  hint: {
    dns: 'Check the host name of the address, and whether this computer is online.',
    blocked:
      'The service never connects to link-local, metadata and multicast addresses, nor to itself. Which others a system reaches is set in Settings → Systems.',
    refused: 'Check host and port, and whether the store is running.',
    tls: 'The certificate must be valid for this host and signed by an authority that this computer trusts.',
    timeout: 'Check network, proxy and firewall. Uploads go on by themselves.',
    interrupted: 'Nothing to do: what is missing is sent again by itself.',
    credentials: 'Check the key id and the secret, and whether they were replaced or have expired.',
    signature: 'The secret key is wrong, ends with a space, or is not of this key id.',
    keyId:
      'The store does not know this key id. Check it, and whether the address is that of the same store.',
    'clock-skew': 'Set the clock of this computer by the network time.',
    forbidden: 'Give the key the right to write, read and delete below this path.',
    'no-bucket': 'Create it, or check its name and region.',
    'no-folder':
      'Check that its disk is connected, that the folder above it exists, and that no file has its name.',
    'not-found': 'It was deleted or moved in the store.',
    busy: 'Nothing to do: it is tried again by itself, more slowly.',
    full: 'Make room in the store, or raise its quota.',
    damaged: 'It is sent again by itself. If it repeats, check the disk of the store and what lies between.',
    'refused-request': 'Its status and code are under Details; the store may not be compatible.',
    folderForbidden:
      'Give the user that Airdesk runs as the right to write, read and delete there, or choose another folder.',
    folderOutside:
      'An owner of the installation allows it in Settings → Storage. Uploads go on by themselves then.',
    folderLink:
      'Links below an allowed folder are not followed: put a folder in its place, or allow the folder that it leads to.',
    local: 'Files in the data folder were moved, changed or deleted. What the store has already stays there.',
  },
} as const
