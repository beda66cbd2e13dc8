-- The group role of outsiders: it reads the views of lend_v1 and nothing else. Runs after every migration, so that views
-- added later are granted too, and so that a role which an administrator made afterwards gets its grants.
-- A role belongs to the whole cluster while the migrator's lock covers one database: another database may create or alter
-- it at the same moment. Each of the errors that this gives means "look again".
DO $$
DECLARE
  attempts integer := 0;
  wanted constant text[] := ARRAY['default_transaction_read_only=on', 'statement_timeout=60s'];
BEGIN
  LOOP
    BEGIN
      IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = 'tidemark_reader') THEN
        CREATE ROLE tidemark_reader NOLOGIN;
      END IF;
      IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = 'tidemark_reader' AND rolconfig @> wanted) THEN
        ALTER ROLE tidemark_reader SET default_transaction_read_only = on;
        ALTER ROLE tidemark_reader SET statement_timeout = '60s';
      END IF;
      EXIT;
    EXCEPTION
      WHEN insufficient_privilege THEN
        RAISE NOTICE 'role tidemark_reader is not created or set up: % may not manage roles', current_user;
        EXIT;
      WHEN duplicate_object OR unique_violation OR internal_error THEN
        attempts := attempts + 1;
        IF attempts >= 50 THEN
          RAISE;
        END IF;
        PERFORM pg_sleep(0.02);
    END;
  END LOOP;

  IF EXISTS (SELECT FROM pg_roles WHERE rolname = 'tidemark_reader') THEN
    GRANT USAGE ON SCHEMA lend_v1 TO tidemark_reader;
    GRANT SELECT ON ALL TABLES IN SCHEMA lend_v1 TO tidemark_reader;
  END IF;
END
$$;
