import { type OwnPostgres, ownPostgresVersions, startOwnPostgres } from '@tidemark/testing';
import postgres from 'postgres';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { migrate } from '../migrate/migrate.ts';

/**
 * Every function that may have an effect and that anybody may call, by why that is no harm. One that a new version of Postgres adds
 * stands in none of these, and fails the test until somebody has looked at it.
 */
const HARMLESS: Readonly<Record<string, RegExp>> = {
  'handlers of the server itself, which SQL cannot call (an argument or result is internal)':
    /\((?:.*, ?)?internal\b|_handler\(\)$|^pg_(?:catalog\.)?plpgsql_|^amvalidate\(oid\)$|^plpgsql_validator\(oid\)$/,
  'refused outside of an upgrade of the server': /^binary_upgrade_/,
  'refused to whoever has no REPLICATION attribute':
    /^pg_(?:create_(?:physical|logical)_replication_slot|drop_replication_slot|logical_slot_(?:get|peek)_(?:binary_)?changes|replication_slot_advance|copy_(?:physical|logical)_replication_slot|sync_replication_slots)\(/,
  'refused to whoever does not own the relation, or the collation':
    /^(?:pg_(?:clear|restore)_(?:attribute|relation)_stats|gin_clean_pending_list|brin_(?:summarize_new_values|summarize_range|desummarize_range))\(/,
  'refused to all but superusers':
    /^(?:pg_import_system_collations|pg_nextoid|pg_rotate_logfile_old|pg_read_file_old|pg_stop_making_pinned_objects)\(/,
  'for the script of an extension only': /^pg_extension_config_dump\(/,
  'works on sequences, to which no role has a right':
    /^(?:nextval|setval|currval|lastval|pg_sequence_last_value|pg_get_sequence_data)\(/,
  'works on a large object that is there; nobody may make one':
    /^(?:lo_(?:open|close|lseek|lseek64|tell|tell64|unlink|truncate|truncate64|get|put)|loread|lowrite)\(/,
  'ends sessions of the own login only': /^pg_(?:terminate|cancel)_backend\(/,
  'of its own session only: settings that it may set, random numbers, statistics, time that it waits':
    /^(?:set_config|setseed|array_sample|array_shuffle|random|random_normal|pg_stat_clear_snapshot|pg_stat_force_next_flush|pg_sleep|pg_sleep_for|pg_sleep_until)\(/,
  'runs what it is given with the rights of the caller':
    /^(?:query_to_xml|query_to_xmlschema|query_to_xml_and_xmlschema|cursor_to_xml|cursor_to_xmlschema|ts_stat|ts_rewrite)\(/,
  'tells something': new RegExp(
    `^(?:${[
      'timeofday|clock_timestamp|current_query|gen_random_uuid|uuidv4|uuidv7',
      'currtid2|txid_status|pg_xact_status|pg_xact_commit_timestamp|pg_xact_commit_timestamp_origin|pg_last_committed_xact',
      'pg_get_multixact_members|pg_get_multixact_stats',
      'pg_lock_status|pg_blocking_pids|pg_safe_snapshot_blocking_pids|pg_isolation_test_session_is_blocked|pg_prepared_xact',
      'pg_database_size|pg_tablespace_size|pg_(?:total_)?relation_size|pg_table_size|pg_indexes_size',
      'pg_control_(?:system|checkpoint|recovery|init)|pg_jit_available|pg_notification_queue_usage',
      'pg_current_wal_(?:lsn|insert_lsn|flush_lsn)|pg_last_wal_(?:receive|replay)_lsn|pg_last_xact_replay_timestamp',
      'pg_is_in_recovery|pg_is_wal_replay_paused|pg_get_wal_replay_pause_state|pg_get_wal_resource_managers',
      'pg_partition_(?:tree|ancestors)|pg_collation_actual_version|pg_database_collation_actual_version',
      'pg_stat_get_\\w+|pg_stat_have_stats|pg_get_loaded_modules|pg_get_wait_events|pg_get_aios|pg_numa_available',
      'bernoulli|system|pg_available_wal_summaries|pg_wal_summary_contents|pg_get_wal_summarizer_state',
    ].join('|')})\\(`,
  ),
  // Since Postgres 10 it takes no number. DuckDB calls it to read by several connections.
  'names the snapshot of its own transaction': /^pg_export_snapshot\(\)$/,
  // SECURITY.md says so, and what to do.
  'sends notifications, which fill a queue of the server': /^pg_notify\(/,
};

describe.each(ownPostgresVersions())('volatile functions on Postgres %s', (version) => {
  let server: OwnPostgres;
  let sql: postgres.Sql;
  beforeAll(async () => {
    server = await startOwnPostgres(version);
    await migrate({ url: server.url() });
    sql = postgres(server.url(), { max: 1, onnotice: () => undefined });
  });
  afterAll(async () => {
    await sql.end();
    await server.stop();
  });

  it('are known by why they do no harm, each that anybody may call', async () => {
    const rows = await sql<{ name: string }[]>`
      SELECT oid::regprocedure::text AS name FROM pg_proc
      WHERE provolatile = 'v' AND prorettype <> 'trigger'::regtype AND prorettype <> 'event_trigger'::regtype
        AND has_function_privilege('public', oid, 'EXECUTE') ORDER BY 1`;
    expect(rows.length).toBeGreaterThan(100);
    const reasons = Object.values(HARMLESS);
    expect(rows.map(({ name }) => name).filter((name) => !reasons.some((reason) => reason.test(name)))).toEqual([]);
  });

  it('are not callable, those that take locks, numbers or the log of the server', async () => {
    const rows = await sql<{ name: string }[]>`
      SELECT oid::regprocedure::text AS name FROM pg_proc
      WHERE has_function_privilege('public', oid, 'EXECUTE')
        AND proname ~ '^(pg_(try_)?advisory_|pg_current_xact_id$|txid_current$|pg_logical_emit_message$|lo_(creat|create|from_bytea|import)$)'`;
    expect(rows).toEqual([]);
  });
});
