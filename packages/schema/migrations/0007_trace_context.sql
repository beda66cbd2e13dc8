-- The W3C trace context of the span that committed a batch, so that what is served of it can be traced to where it came from.
-- Null where the writer did not trace, which is the default.
ALTER TABLE lend.batch_commits
  ADD COLUMN traceparent text COLLATE "C"
    CHECK (traceparent ~ '^00-(?!0{32})[0-9a-f]{32}-(?!0{16})[0-9a-f]{16}-[0-9a-f]{2}$');
