-- Exact numbers are decimals in base units, USD or plain numbers, called `…_raw` as in the API, and so of another name and type: these
-- views are made anew, out of the table of fields, as soon as the migrations are through. The tables stay.
DROP VIEW lend_v1.reserve_latest, lend_v1.reserve_snapshots, lend_v1.reserve_hourly, lend_v1.reserve_daily, lend_v1.reserves;
-- And the last columns that had two names.
ALTER VIEW lend_v1.ingest_gaps RENAME COLUMN reason_str TO gap_reason_str;
ALTER VIEW lend_v1.poll_batches RENAME COLUMN id TO poll_batch_id;
ALTER VIEW lend_v1.batch_commits RENAME COLUMN batch_id TO poll_batch_id;
ALTER VIEW lend_v1.config_changes RENAME COLUMN previous_observed_at TO previous_at;
