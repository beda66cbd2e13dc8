-- The group roles: `tidemark_reader` of outsiders, `tidemark_export` of those who read for long, `tidemark_api` and
-- `tidemark_indexer` of the two services, `tidemark_maintenance` of rollups and rebuilds, which may do what an indexer may and
-- take longer. None can log in; a login is made a member of one. Runs after every migration, so that what was added later is
-- granted too, and so that a role which an administrator made afterwards gets its grants. What this user may not do is left
-- out with a warning that says what to do.
-- A role belongs to the whole cluster while the migrator's lock covers one database: another database may create or alter
-- it at the same moment. Each of the errors that this gives means "look again".
DO $$
DECLARE
  attempts integer;
  group_name text;
  setting text;
BEGIN
  FOREACH group_name IN ARRAY ARRAY['tidemark_reader', 'tidemark_export', 'tidemark_api', 'tidemark_indexer', 'tidemark_maintenance'] LOOP
    attempts := 0;
    LOOP
      BEGIN
        IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = group_name) THEN
          EXECUTE format('CREATE ROLE %I NOLOGIN', group_name);
        END IF;
        -- A group has no settings: members do not inherit them, and those that are there are a member's work.
        PERFORM lend.reset_settings(group_name);
        IF has_table_privilege('pg_authid', 'SELECT') THEN
          IF EXISTS (SELECT FROM pg_authid WHERE rolname = group_name AND rolpassword IS NOT NULL) THEN
            EXECUTE format('ALTER ROLE %I PASSWORD NULL', group_name);
          END IF;
        END IF;
        IF group_name = 'tidemark_maintenance' AND NOT EXISTS (
          SELECT FROM pg_auth_members
          WHERE roleid = to_regrole('tidemark_indexer') AND member = to_regrole('tidemark_maintenance')
        ) THEN
          GRANT tidemark_indexer TO tidemark_maintenance;
        END IF;
        EXIT;
      EXCEPTION
        WHEN insufficient_privilege THEN
          RAISE WARNING 'role % is not created or set up: % may not manage roles', group_name, current_user;
          EXIT;
        WHEN duplicate_object OR unique_violation OR internal_error THEN
          attempts := attempts + 1;
          IF attempts >= 50 THEN
            RAISE;
          END IF;
          PERFORM pg_sleep(0.02);
      END;
    END LOOP;
    CONTINUE WHEN to_regrole(group_name) IS NULL;
    FOREACH setting IN ARRAY coalesce(lend.login_settings(group_name), '{}') LOOP
      CASE lend.setting_refusal(setting)
        WHEN '42501' THEN
          RAISE WARNING 'logins of % get no %: % may not set it (as a superuser, for each of them: ALTER ROLE … SET % = %)',
            group_name, split_part(setting, '=', 1), current_user, split_part(setting, '=', 1),
            quote_literal(split_part(setting, '=', 2));
        WHEN '22023' THEN
          RAISE NOTICE 'this platform does not know %', setting;
        ELSE
          NULL;
      END CASE;
    END LOOP;
  END LOOP;
END
$$;

-- What each role may do with each table and view; nothing is granted or revoked that is as it should be, because this runs
-- at every start, beside services at work.
DO $$
DECLARE
  step record;
BEGIN
  FOR step IN
    WITH relations AS (
      SELECT c.oid, c.relname, c.relacl, n.nspname = 'lend_v1' AS is_public,
        c.relname LIKE 'api\_key%' AS is_of_keys,
        -- The owner's alone: who may lock the order of the commits can stop ingest.
        c.relname IN ('schema_migrations', 'commit_order') AS is_ledger
      FROM pg_class AS c JOIN pg_namespace AS n ON n.oid = c.relnamespace
      WHERE n.nspname IN ('lend', 'lend_v1') AND c.relkind IN ('r', 'p', 'v', 'm')
        -- Rows of a month are reached by way of the parent; the indexer looks into the default partitions by their names.
        AND (NOT c.relispartition
          OR c.relname IN ('reserve_snapshots_default', 'price_observations_default', 'price_aggregates_default',
            'liquidity_pool_history_default', 'liquidity_depth_default', 'liquidity_coverage_default'))
    ), wanted AS (
      SELECT g.role, oid, CASE WHEN is_public THEN ARRAY['SELECT'] ELSE '{}' END AS rights
      FROM relations CROSS JOIN (VALUES ('tidemark_reader'), ('tidemark_export')) AS g (role)
      UNION ALL
      -- The views are what `archive` writes to files; all else it has from the indexer.
      SELECT 'tidemark_maintenance', oid, CASE WHEN is_public THEN ARRAY['SELECT'] ELSE '{}' END FROM relations
      UNION ALL
      SELECT 'tidemark_api', oid,
        CASE
          WHEN is_public OR is_ledger THEN '{}'
          -- Who used a key, how often; `last_used_at` of the key itself is granted below.
          WHEN relname = 'api_key_usage' THEN ARRAY['SELECT', 'INSERT', 'UPDATE']
          WHEN relname = 'api_key_usage_writers' THEN ARRAY['SELECT', 'INSERT', 'UPDATE', 'DELETE']
          ELSE ARRAY['SELECT']
        END
      FROM relations
      UNION ALL
      SELECT 'tidemark_indexer', oid,
        CASE WHEN is_public OR is_ledger OR is_of_keys THEN '{}'
          -- Evidence: what was written stays as it is.
          WHEN relname IN ('failed_attempts', 'corrections') THEN ARRAY['SELECT', 'INSERT']
          -- Written by triggers alone.
          WHEN relname = 'configurations' THEN ARRAY['SELECT']
          ELSE ARRAY['SELECT', 'INSERT', 'UPDATE', 'DELETE'] END
      FROM relations
    ), present AS (
      SELECT r.oid, g.rolname AS role, a.privilege_type AS right_
      FROM relations AS r CROSS JOIN aclexplode(r.relacl) AS a JOIN pg_roles AS g ON g.oid = a.grantee
    )
    SELECT w.oid::regclass AS relation, w.role, t.right_ AS right_, t.right_ = ANY (w.rights) AS is_wanted
    FROM wanted AS w JOIN pg_roles AS g ON g.rolname = w.role
    CROSS JOIN unnest(ARRAY['SELECT', 'INSERT', 'UPDATE', 'DELETE', 'TRUNCATE', 'REFERENCES', 'TRIGGER']) AS t (right_)
    WHERE (t.right_ = ANY (w.rights)) <> EXISTS (
      SELECT FROM present AS p WHERE p.oid = w.oid AND p.role = w.role AND p.right_ = t.right_
    )
  LOOP
    EXECUTE format(
      CASE WHEN step.is_wanted THEN 'GRANT %s ON %s TO %I' ELSE 'REVOKE %s ON %s FROM %I' END,
      step.right_, step.relation, step.role);
  END LOOP;

  IF EXISTS (SELECT FROM pg_roles WHERE rolname = 'tidemark_reader') THEN
    GRANT USAGE ON SCHEMA lend_v1 TO tidemark_reader;
  END IF;
  IF EXISTS (SELECT FROM pg_roles WHERE rolname = 'tidemark_export') THEN
    GRANT USAGE ON SCHEMA lend_v1 TO tidemark_export;
  END IF;
  IF EXISTS (SELECT FROM pg_roles WHERE rolname = 'tidemark_api') THEN
    GRANT USAGE ON SCHEMA lend TO tidemark_api;
    GRANT UPDATE (last_used_at) ON lend.api_keys TO tidemark_api;
  END IF;
  IF EXISTS (SELECT FROM pg_roles WHERE rolname = 'tidemark_maintenance') THEN
    GRANT USAGE ON SCHEMA lend_v1 TO tidemark_maintenance;
    GRANT EXECUTE ON FUNCTION lend.drop_archived_month(date, timestamptz, bigint, text) TO tidemark_maintenance;
  END IF;
  IF EXISTS (SELECT FROM pg_roles WHERE rolname = 'tidemark_indexer') THEN
    GRANT USAGE ON SCHEMA lend TO tidemark_indexer;
    GRANT EXECUTE ON FUNCTION lend.add_earlier_configurations(jsonb) TO tidemark_indexer;
    GRANT EXECUTE ON FUNCTION lend.attach_snapshot_partition(date) TO tidemark_indexer;
    GRANT EXECUTE ON FUNCTION lend.attach_narrow_partitions(date) TO tidemark_indexer;
    GRANT EXECUTE ON FUNCTION lend.drop_empty_snapshot_partition(date) TO tidemark_indexer;
    GRANT EXECUTE ON FUNCTION lend.seal_history_step(date, integer) TO tidemark_indexer;
    GRANT EXECUTE ON FUNCTION lend.attach_price_partition(text, date) TO tidemark_indexer;
    GRANT EXECUTE ON FUNCTION lend.drop_price_partitions(timestamptz) TO tidemark_indexer;
    GRANT EXECUTE ON FUNCTION lend.purge_failed_attempts(text, timestamptz, integer) TO tidemark_indexer;
    GRANT EXECUTE ON FUNCTION lend.contain_readers(interval, interval) TO tidemark_indexer;
  END IF;
END
$$;

-- Temporary tables are a way to fill the disk that a right to read nothing but views would not close.
DO $$
BEGIN
  IF has_database_privilege('public', current_database(), 'TEMPORARY') THEN
    EXECUTE format('REVOKE TEMPORARY ON DATABASE %I FROM PUBLIC', current_database());
  END IF;
EXCEPTION
  WHEN insufficient_privilege THEN
    RAISE WARNING 'anybody may still make temporary tables in %: % does not own it', current_database(), current_user;
END
$$;

-- Large objects are another: anybody may make them, they belong to no table, and nothing ever cleans them up. Nothing here
-- uses them. Their functions belong to whoever made the cluster.
DO $$
DECLARE
  maker regprocedure;
BEGIN
  FOREACH maker IN ARRAY ARRAY['lo_create(oid)', 'lo_creat(integer)', 'lo_from_bytea(oid, bytea)']::regprocedure[] LOOP
    CONTINUE WHEN NOT has_function_privilege('public', maker, 'EXECUTE');
    IF pg_has_role((SELECT proowner FROM pg_proc WHERE oid = maker), 'USAGE') THEN
      EXECUTE format('REVOKE EXECUTE ON FUNCTION %s FROM PUBLIC', maker);
    ELSE
      RAISE WARNING 'anybody may still make large objects in %: % may not forbid it', current_database(), current_user;
      EXIT;
    END IF;
  END LOOP;
END
$$;

-- Advisory locks are numbers that anybody may take and keep. Ingest rests on none; migrations, rollups, audits and a queue in
-- Postgres do. Whoever makes a transaction take a number, and stays in it, holds `lend_v1.sync_horizon()`; a message of logical
-- decoding does that too, and fills the log of the server (WAL) from a transaction that only reads.
DO $$
DECLARE
  taker record;
  owner constant regrole := (SELECT nspowner FROM pg_namespace WHERE nspname = 'lend');
BEGIN
  FOR taker IN
    SELECT oid::regprocedure AS function, proname = 'pg_logical_emit_message' AS is_needed_by_nobody FROM pg_proc
    WHERE pronamespace = 'pg_catalog'::regnamespace
      AND (proname ~ '^pg_(try_)?advisory_' OR proname IN ('pg_current_xact_id', 'txid_current', 'pg_logical_emit_message'))
  LOOP
    IF has_function_privilege('public', taker.function, 'EXECUTE') THEN
      IF NOT pg_has_role((SELECT proowner FROM pg_proc WHERE oid = taker.function), 'USAGE') THEN
        RAISE WARNING 'anybody may still take advisory locks in %, which can stop migrations, rollups and a queue in Postgres, '
          'not polls, hold the sync horizon, and fill the WAL: % may not forbid it', current_database(), current_user;
        EXIT;
      END IF;
      EXECUTE format('REVOKE EXECUTE ON FUNCTION %s FROM PUBLIC', taker.function);
    END IF;
    CONTINUE WHEN taker.is_needed_by_nobody;
    IF to_regrole('tidemark_indexer') IS NOT NULL AND NOT has_function_privilege('tidemark_indexer', taker.function, 'EXECUTE') THEN
      EXECUTE format('GRANT EXECUTE ON FUNCTION %s TO tidemark_indexer', taker.function);
    END IF;
    IF NOT has_function_privilege(owner, taker.function, 'EXECUTE') THEN
      EXECUTE format('GRANT EXECUTE ON FUNCTION %s TO %s', taker.function, owner);
    END IF;
  END LOOP;
END
$$;

SELECT lend.restore_login_settings(g.name)
FROM unnest(ARRAY['tidemark_reader', 'tidemark_export', 'tidemark_api', 'tidemark_indexer', 'tidemark_maintenance']) AS g (name);
