-- The last columns of the public views that had another name than the same value has in the API.
ALTER VIEW lend_v1.quarantine RENAME COLUMN reason_code_str TO quarantine_reason_str;
ALTER VIEW lend_v1.lending_markets RENAME COLUMN referral_fee_bps TO lending_market_referral_fee_bps;
ALTER VIEW lend_v1.lending_markets RENAME COLUMN rewards_max_apr_bps TO lending_market_rewards_max_apr_bps;
