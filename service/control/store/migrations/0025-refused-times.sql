-- How often in a row it was refused, which makes the pauses between its tries longer.
ALTER TABLE recording_files ADD COLUMN refused_times INTEGER NOT NULL DEFAULT 0;
