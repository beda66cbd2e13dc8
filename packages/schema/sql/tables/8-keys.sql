-- API keys: limits of single keys, and what was asked with each.

-- Only the SHA-256 of a key is stored, and a prefix that is too short to guess the rest from. A limit that is null is
-- that of the deployment.
CREATE TABLE lend.api_keys (
  id uuid DEFAULT gen_random_uuid() PRIMARY KEY,
  username text NOT NULL CHECK (length(username) BETWEEN 1 AND 128),
  key_prefix text COLLATE "C" NOT NULL,
  key_sha256 bytea NOT NULL CHECK (octet_length(key_sha256) = 32) UNIQUE,
  created_at timestamptz NOT NULL DEFAULT now(),
  expires_at timestamptz,
  revoked_at timestamptz,
  last_used_at timestamptz,
  rotated_from uuid REFERENCES lend.api_keys(id) ON DELETE SET NULL,
  requests_per_minute integer CHECK (requests_per_minute BETWEEN 1 AND 1000000),
  concurrent_exports integer CHECK (concurrent_exports BETWEEN 1 AND 1000)
);
CREATE INDEX api_keys_username_idx ON lend.api_keys (username);

-- Requests by key, UTC day and route template. `requests` holds those that were refused for a limit, which `limited`
-- counts.
CREATE TABLE lend.api_key_usage (
  key_id uuid NOT NULL REFERENCES lend.api_keys(id) ON DELETE CASCADE,
  day date NOT NULL,
  route text COLLATE "C" NOT NULL CHECK (length(route) BETWEEN 1 AND 200),
  requests bigint NOT NULL CHECK (requests >= 0),
  limited bigint NOT NULL CHECK (limited >= 0),
  PRIMARY KEY (key_id, day, route)
);

-- The newest batch of counts that each process of the API has written. A process that does not know whether a batch
-- arrived writes it again, and it counts once.
CREATE TABLE lend.api_key_usage_writers (
  writer uuid PRIMARY KEY,
  last_batch bigint NOT NULL CHECK (last_batch > 0),
  written_at timestamptz NOT NULL DEFAULT now()
);
