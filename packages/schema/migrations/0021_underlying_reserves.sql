-- A reserve that lends on what it holds through a reserve of another protocol: sums over protocols count it there, once.
ALTER TABLE lend.reserves
  ADD COLUMN underlying_protocol text CHECK (underlying_protocol <> ''),
  ADD COLUMN underlying_reserve text CHECK (underlying_reserve <> ''),
  ADD CHECK ((underlying_protocol IS NULL) = (underlying_reserve IS NULL));
