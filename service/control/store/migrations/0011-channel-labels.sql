-- A word of the operator that puts channels together; empty where there is none.
ALTER TABLE channels ADD COLUMN label TEXT NOT NULL DEFAULT '';
