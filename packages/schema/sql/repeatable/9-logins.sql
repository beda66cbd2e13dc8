-- The settings that each login of a group is to have. They stand here and not with the group: who is a member may become the group
-- up to Postgres 15, and alter its settings. Null for any other name.
CREATE OR REPLACE FUNCTION lend.login_settings(group_name text) RETURNS text[]
LANGUAGE sql IMMUTABLE SET search_path = pg_catalog, pg_temp
AS $$
  -- A host that vanished is noticed within 30 s; the check of the client works while a statement runs.
  SELECT ARRAY['tcp_keepalives_idle=15', 'tcp_keepalives_interval=5', 'tcp_keepalives_count=3', 'tcp_user_timeout=30000',
    'client_connection_check_interval=10s', 'TimeZone=UTC'] || s.settings
  FROM (VALUES
    ('tidemark_reader', ARRAY['default_transaction_read_only=on', 'statement_timeout=60s', 'lock_timeout=5s',
      'idle_in_transaction_session_timeout=60s', 'transaction_timeout=300s', 'temp_file_limit=1GB']),
    ('tidemark_export', ARRAY['default_transaction_read_only=on', 'statement_timeout=1h', 'lock_timeout=5s',
      'idle_in_transaction_session_timeout=60s', 'transaction_timeout=2h', 'temp_file_limit=20GB']),
    -- To start a worker takes 4 ms, more than most statements of the API, and it has dozens of them at once.
    ('tidemark_api', ARRAY['statement_timeout=5s', 'lock_timeout=5s', 'idle_in_transaction_session_timeout=15s',
      'transaction_timeout=30s', 'max_parallel_workers_per_gather=0']),
    ('tidemark_indexer', ARRAY['statement_timeout=15s', 'lock_timeout=10s', 'idle_in_transaction_session_timeout=15s',
      'transaction_timeout=20s']),
    ('tidemark_maintenance', ARRAY['statement_timeout=120s', 'lock_timeout=10s', 'idle_in_transaction_session_timeout=60s',
      'transaction_timeout=300s'])
  ) AS s (group_name, settings)
  WHERE s.group_name = login_settings.group_name
$$;
REVOKE EXECUTE ON FUNCTION lend.login_settings(text) FROM PUBLIC;

-- Why this user cannot give a login a setting, as a SQLSTATE; null where it can. Undoes what it tries.
CREATE OR REPLACE FUNCTION lend.setting_refusal(setting text) RETURNS text
LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp
AS $$
BEGIN
  PERFORM set_config(split_part(setting, '=', 1), split_part(setting, '=', 2), true);
  RAISE EXCEPTION USING ERRCODE = 'TDM00';
EXCEPTION
  WHEN SQLSTATE 'TDM00' THEN
    RETURN NULL;
  -- Not this user's to set; not of this platform; not of this version of Postgres.
  WHEN insufficient_privilege OR invalid_parameter_value OR undefined_object THEN
    RETURN SQLSTATE;
END
$$;
REVOKE EXECUTE ON FUNCTION lend.setting_refusal(text) FROM PUBLIC;

-- Takes all settings from a role, in every database.
CREATE OR REPLACE FUNCTION lend.reset_settings(role_name text) RETURNS void
LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp
AS $$
DECLARE
  place record;
BEGIN
  FOR place IN
    SELECT d.datname FROM pg_db_role_setting AS s LEFT JOIN pg_database AS d ON d.oid = s.setdatabase
    WHERE s.setrole = to_regrole(quote_ident(role_name))
  LOOP
    EXECUTE format('ALTER ROLE %I %s RESET ALL', role_name, coalesce('IN DATABASE ' || quote_ident(place.datname), ''));
  END LOOP;
END
$$;
REVOKE EXECUTE ON FUNCTION lend.reset_settings(text) FROM PUBLIC;

-- From Postgres 16 on a member has the rights of a group and cannot become it.
CREATE OR REPLACE FUNCTION lend.forbid_to_become(group_name text) RETURNS void
LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp
AS $$
DECLARE
  membership record;
BEGIN
  IF current_setting('server_version_num')::integer < 160000 THEN
    RETURN;
  END IF;
  FOR membership IN EXECUTE
    'SELECT r.rolname AS member, g.rolname AS grantor
     FROM pg_auth_members AS m JOIN pg_roles AS r ON r.oid = m.member JOIN pg_roles AS g ON g.oid = m.grantor
     WHERE m.roleid = to_regrole($1) AND m.set_option AND NOT r.rolsuper
       AND r.oid <> (SELECT nspowner FROM pg_namespace WHERE nspname = ''lend'')' USING group_name
  LOOP
    BEGIN
      EXECUTE format('GRANT %I TO %I WITH SET FALSE GRANTED BY %I', group_name, membership.member, membership.grantor);
    EXCEPTION
      WHEN insufficient_privilege THEN
        RAISE WARNING '% can become %: % may not forbid it (as a superuser: GRANT % TO % WITH SET FALSE GRANTED BY %)',
          membership.member, group_name, current_user, group_name, quote_ident(membership.member), quote_ident(membership.grantor);
      -- Dropped, or altered by somebody else, at this moment: the next run finds it.
      WHEN undefined_object OR internal_error THEN
        RAISE NOTICE 'login % was changed meanwhile', membership.member;
    END;
  END LOOP;
END
$$;
REVOKE EXECUTE ON FUNCTION lend.forbid_to_become(text) FROM PUBLIC;

-- Gives the logins of a group the settings of `lend.login_settings`, and takes from them all others: whoever has a login may change
-- its settings and its password, for everybody who shares it. Returns how many logins were put right. Left alone are those that
-- manage roles or databases, own the schema, or are of several groups, and what this user may not set: `migrate` warns of it.
CREATE OR REPLACE FUNCTION lend.restore_login_settings(group_name text) RETURNS integer
LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp
AS $$
DECLARE
  login record;
  setting text;
  restored integer := 0;
  wanted constant text[] := ARRAY(
    SELECT s FROM unnest(lend.login_settings(group_name)) AS s WHERE lend.setting_refusal(s) IS NULL);
  -- Where this user may not set a value it can take none away either.
  foreign_names constant text[] := ARRAY(
    SELECT split_part(s, '=', 1) FROM unnest(lend.login_settings(group_name)) AS s WHERE lend.setting_refusal(s) = '42501');
BEGIN
  PERFORM lend.forbid_to_become(group_name);
  FOR login IN
    SELECT r.oid, r.rolname FROM pg_auth_members AS m JOIN pg_roles AS r ON r.oid = m.member
    CROSS JOIN LATERAL (
      SELECT coalesce(array_agg(c), '{}') AS settings FROM unnest(r.rolconfig) AS c
      WHERE split_part(c, '=', 1) <> ALL (foreign_names)
    ) AS present
    WHERE m.roleid = to_regrole(group_name) AND r.rolcanlogin
      AND NOT (r.rolsuper OR r.rolcreaterole OR r.rolcreatedb OR r.rolreplication)
      AND r.oid <> (SELECT nspowner FROM pg_namespace WHERE nspname = 'lend')
      AND (SELECT count(DISTINCT g.oid) FROM pg_auth_members AS o JOIN pg_roles AS g ON g.oid = o.roleid
        WHERE o.member = r.oid AND g.rolname LIKE 'tidemark\_%') = 1
      AND (
        NOT (present.settings @> wanted AND present.settings <@ wanted)
        OR EXISTS (SELECT FROM pg_db_role_setting AS s WHERE s.setrole = r.oid AND s.setdatabase <> 0))
  LOOP
    BEGIN
      PERFORM lend.reset_settings(login.rolname);
      FOREACH setting IN ARRAY wanted LOOP
        EXECUTE format('ALTER ROLE %I SET %I = %L', login.rolname, split_part(setting, '=', 1), split_part(setting, '=', 2));
      END LOOP;
      restored := restored + 1;
    EXCEPTION
      WHEN insufficient_privilege THEN
        RAISE WARNING 'login % does not have the settings of %: % may not manage it', login.rolname, group_name, current_user;
      -- Dropped, or altered by somebody else, at this moment: the next run finds it.
      WHEN undefined_object OR internal_error THEN
        RAISE NOTICE 'login % was changed meanwhile', login.rolname;
    END;
  END LOOP;
  RETURN restored;
END
$$;
REVOKE EXECUTE ON FUNCTION lend.restore_login_settings(text) FROM PUBLIC;

-- Whether a session of this login may be ended for a transaction that has a number, which no read takes: it can hold
-- `lend_v1.sync_horizon()`, and the row of a role or of a key, so that nobody can alter it. Readers and exports need none at all, the
-- API for moments: `patience` is how long. Superusers, the owner of the tables and indexers are never meant.
CREATE OR REPLACE FUNCTION lend.may_be_ended(login oid, began timestamptz, patience interval) RETURNS boolean
LANGUAGE sql STABLE SET search_path = pg_catalog, pg_temp
AS $$
  SELECT CASE
    WHEN r.rolsuper OR r.oid = (SELECT nspowner FROM pg_namespace WHERE nspname = 'lend') THEN false
    WHEN pg_has_role(login, to_regrole('tidemark_indexer')::oid, 'MEMBER') THEN false
    WHEN pg_has_role(login, to_regrole('tidemark_reader')::oid, 'MEMBER')
      OR pg_has_role(login, to_regrole('tidemark_export')::oid, 'MEMBER') THEN true
    ELSE coalesce(pg_has_role(login, to_regrole('tidemark_api')::oid, 'MEMBER') AND began < clock_timestamp() - patience, false)
  END
  FROM pg_roles AS r WHERE r.oid = login
$$;
REVOKE EXECUTE ON FUNCTION lend.may_be_ended(oid, timestamptz, interval) FROM PUBLIC;

-- Keeps logins within their bounds, for an indexer that calls it all the time: their settings are put back, and sessions end that
-- `lend.may_be_ended` tells, and those of readers that are older than `max_session` or in a transaction older than `max_transaction`
-- (zero: never). Runs as the owner, who must be a superuser, or a member of pg_signal_backend and pg_read_all_stats.
CREATE OR REPLACE FUNCTION lend.contain_readers(max_session interval, max_transaction interval,
  OUT ended integer, OUT restored integer)
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp
AS $$
BEGIN
  IF NOT pg_has_role('pg_read_all_stats', 'USAGE') OR NOT pg_has_role('pg_signal_backend', 'USAGE') THEN
    RAISE EXCEPTION 'sessions of readers are not ended: % may not (as a superuser: GRANT pg_signal_backend, pg_read_all_stats TO %)',
      current_user, quote_ident(current_user) USING ERRCODE = 'insufficient_privilege';
  END IF;
  SELECT count(*) FILTER (WHERE pg_terminate_backend(a.pid)) INTO ended
  FROM pg_stat_activity AS a
  -- A minute is twice the limit that a transaction of the API has.
  WHERE (a.backend_xid IS NOT NULL AND lend.may_be_ended(a.usesysid, a.xact_start, interval '1 minute'))
    OR (a.usesysid IN (
        SELECT m.member FROM pg_auth_members AS m JOIN pg_roles AS r ON r.oid = m.member
        WHERE m.roleid = to_regrole('tidemark_reader') AND r.rolcanlogin AND NOT r.rolsuper
          AND r.oid <> (SELECT nspowner FROM pg_namespace WHERE nspname = 'lend'))
      AND ((max_session > interval '0' AND a.backend_start < clock_timestamp() - max_session)
        OR (max_transaction > interval '0' AND a.xact_start < clock_timestamp() - max_transaction)));
  SELECT sum(lend.restore_login_settings(g.name)) INTO restored
  FROM unnest(ARRAY['tidemark_reader', 'tidemark_export', 'tidemark_api', 'tidemark_indexer', 'tidemark_maintenance']) AS g (name);
END
$$;
REVOKE EXECUTE ON FUNCTION lend.contain_readers(interval, interval) FROM PUBLIC;
