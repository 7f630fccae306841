-- Folders of this machine, as file:///, below which destinations may be; an owner allows them.
CREATE TABLE recording_folders (
  uri TEXT PRIMARY KEY,
  created_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
-- What was a destination before stays one. Folders of the service itself are allowed by no row.
INSERT INTO recording_folders (uri, created_at)
  SELECT rtrim(bucket_uri, '/'), min(created_at) FROM archive_destinations
  WHERE bucket_uri LIKE 'file:///_%' AND deleted_at IS NULL GROUP BY 1;
