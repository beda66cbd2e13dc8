-- Quarters of an hour, in the shape of hours; read by reserve and time alone. Where rollups have been at work that made none, those
-- of this version make them a day at a time, the newest first: `quarter_hours_from` says how far back they are, null that all are
-- there. `quarter_hours_seq` is the commit up to which quarters were made with hours; another one than `commit_seq` tells that an
-- earlier version, still running beside this one, went on alone.
CREATE TABLE lend.reserve_quarter_hourly (
  LIKE lend.reserve_hourly INCLUDING ALL EXCLUDING INDEXES,
  CONSTRAINT reserve_quarter_hourly_pkey PRIMARY KEY (reserve, bucket_start)
);
ALTER TABLE lend.rollup_state ADD COLUMN quarter_hours_seq bigint, ADD COLUMN quarter_hours_from timestamptz;
