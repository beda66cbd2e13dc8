-- Gives the logins of a group the settings of the group, and takes from them all others: whoever has a login may change its
-- settings and its password, for everybody who shares it. Returns how many logins were put right. Left alone are those that
-- manage roles or databases, own the schema, or are of several groups.
CREATE OR REPLACE FUNCTION lend.restore_login_settings(group_name text) RETURNS integer
LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp
AS $$
DECLARE
  login record;
  place record;
  setting text;
  restored integer := 0;
  wanted constant text[] := coalesce((SELECT rolconfig FROM pg_roles WHERE rolname = group_name), '{}');
BEGIN
  FOR login IN
    SELECT r.oid, r.rolname FROM pg_auth_members AS m JOIN pg_roles AS r ON r.oid = m.member
    WHERE m.roleid = to_regrole(group_name) AND r.rolcanlogin
      AND NOT (r.rolsuper OR r.rolcreaterole OR r.rolcreatedb OR r.rolreplication)
      AND r.oid <> (SELECT nspowner FROM pg_namespace WHERE nspname = 'lend')
      AND (SELECT count(*) FROM pg_auth_members AS o JOIN pg_roles AS g ON g.oid = o.roleid
        WHERE o.member = r.oid AND g.rolname LIKE 'tidemark\_%') = 1
      AND (
        NOT (coalesce(r.rolconfig, '{}') @> wanted AND coalesce(r.rolconfig, '{}') <@ wanted)
        OR EXISTS (SELECT FROM pg_db_role_setting AS s WHERE s.setrole = r.oid AND s.setdatabase <> 0))
  LOOP
    BEGIN
      EXECUTE format('ALTER ROLE %I RESET ALL', login.rolname);
      FOR place IN
        SELECT d.datname FROM pg_db_role_setting AS s JOIN pg_database AS d ON d.oid = s.setdatabase
        WHERE s.setrole = login.oid
      LOOP
        EXECUTE format('ALTER ROLE %I IN DATABASE %I RESET ALL', login.rolname, place.datname);
      END LOOP;
      FOREACH setting IN ARRAY wanted LOOP
        EXECUTE format('ALTER ROLE %I SET %I = %L',
          login.rolname, split_part(setting, '=', 1), substr(setting, strpos(setting, '=') + 1));
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

-- Keeps readers within their bounds, for an indexer that calls it all the time: their settings are put back, and their
-- sessions end that are older than `max_session` or in a transaction older than `max_transaction` (zero: never). Runs as the
-- owner, who must be a superuser, or a member of pg_signal_backend and pg_read_all_stats.
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
  WHERE a.usesysid IN (
      SELECT m.member FROM pg_auth_members AS m JOIN pg_roles AS r ON r.oid = m.member
      WHERE m.roleid = to_regrole('tidemark_reader') AND r.rolcanlogin AND NOT r.rolsuper
        AND r.oid <> (SELECT nspowner FROM pg_namespace WHERE nspname = 'lend'))
    AND ((max_session > interval '0' AND a.backend_start < clock_timestamp() - max_session)
      OR (max_transaction > interval '0' AND a.xact_start < clock_timestamp() - max_transaction));
  restored := lend.restore_login_settings('tidemark_reader');
END
$$;
REVOKE EXECUTE ON FUNCTION lend.contain_readers(interval, interval) FROM PUBLIC;
