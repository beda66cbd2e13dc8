-- Months whose observations lie in files and no longer here: when, how many, and in which file below the folder of the archive. What comes
-- late is stored here beside them, and counted in `observations` as ever.
ALTER TABLE lend.history_months
  ADD COLUMN archived_at timestamptz,
  ADD COLUMN archived_observations bigint NOT NULL DEFAULT 0,
  ADD COLUMN archived_file text COLLATE "C",
  ADD CONSTRAINT archive_is_whole CHECK ((archived_at IS NULL) = (archived_file IS NULL));
