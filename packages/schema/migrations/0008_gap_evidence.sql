-- What the rollups ask of gaps that go on, at every run and for as long as they do.

-- Plain indexes, as a migration is one transaction: batches wait while the first one is made, which is one reading of the
-- table. Polls that wait for longer than ten seconds fail and come again.

-- Failures between two looks: few rows among millions that were committed.
CREATE INDEX poll_batches_failures_idx ON lend.poll_batches (protocol, started_at)
  WHERE outcome = 'failed' AND kind <> 'follow';
-- The last look at a reserve that is not asked for any more: the sets that it was in, and not all that came after them.
CREATE INDEX observation_spans_reserve_set_idx ON lend.observation_spans (reserve_set, hour_start);
