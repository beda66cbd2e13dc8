-- Where the symbol of a reserve's token comes from: its account, a committed list, a reserve of another protocol with the same mint, or
-- the metadata of the mint. What is stored came from accounts.
ALTER TABLE lend.reserves ADD COLUMN token_symbol_origin text NOT NULL DEFAULT 'account'
  CHECK (token_symbol_origin IN ('account', 'list', 'other_protocol', 'metadata'));
-- As the metadata extension of a Token-2022 mint gives it; null without one, and where it is not plain text.
ALTER TABLE lend.token_mints ADD COLUMN symbol text CHECK (symbol ~ '^[!-~]{1,16}$');
