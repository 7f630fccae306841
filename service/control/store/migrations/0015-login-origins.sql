-- Where somebody signed in from and with what, as far as is known.
ALTER TABLE login_tokens ADD COLUMN remote_address TEXT NOT NULL DEFAULT '';
ALTER TABLE login_tokens ADD COLUMN client TEXT NOT NULL DEFAULT '';
