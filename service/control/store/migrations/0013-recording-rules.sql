-- How long recordings in folders of this computer are kept; without a row until somebody deletes them.
CREATE TABLE recording_rules (
  system_id TEXT PRIMARY KEY REFERENCES systems (id) ON DELETE CASCADE,
  keep_days INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
