-- Since when its store has refused a file that it takes others beside; null while that is not so.
ALTER TABLE recording_files ADD COLUMN refused_since INTEGER;
