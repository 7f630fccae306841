-- How far addresses go that a system may name. Systems of before reach what they reached.
ALTER TABLE systems ADD COLUMN outgoing_reach TEXT NOT NULL DEFAULT 'public'
  CHECK (outgoing_reach IN ('public', 'network', 'computer'));
UPDATE systems SET outgoing_reach = 'computer';

-- Of answers, the beginning of the body and the headers that help are kept; what lets somebody in is not.
UPDATE webhook_attempts SET
  response_body = substr(response_body, 1, 4096),
  response_headers = (
    SELECT json_group_object(key, CASE
      WHEN key LIKE '%cookie%' OR key LIKE '%auth%' OR key LIKE '%token%' OR key LIKE '%secret%' THEN '***'
      ELSE substr(value, 1, 1024) END)
    FROM json_each(response_headers)
    WHERE key IN ('content-type', 'content-length', 'content-encoding', 'transfer-encoding', 'connection', 'date',
        'server', 'via', 'allow', 'retry-after', 'cache-control', 'x-request-id', 'x-correlation-id', 'request-id',
        'traceparent', 'cf-ray', 'x-cache')
      OR key LIKE '%cookie%' OR key LIKE '%auth%' OR key LIKE '%token%' OR key LIKE '%secret%')
WHERE response_headers IS NOT NULL;
