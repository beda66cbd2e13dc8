// Generated from apps/api/openapi.json by `npm run generate`. Do not edit.

export interface paths {
    "/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Index
         * @description The API families with the status of each, and where to go from here. A browser, whose Accept names text/html, gets the dashboard.
         */
        get: operations["getIndex"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/auth/usage": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Limits and use of the API key
         * @description What the key in the X-SERVICE-API-KEY header may do, and what was asked with it over the last 30 days, by UTC day and path. Requests that other replicas of the service answered appear within seconds. Does not count against the limit that it reports, and is answered when nothing is left of it; it may be asked 60 times a minute.
         */
        get: operations["getKeyUsage"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/auth/verify": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Verify API key
         * @description Confirms that the key in the X-SERVICE-API-KEY header is valid. Needs no body.
         */
        post: operations["verifyApiKey"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/docs": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Documentation
         * @description This document as a page to read and to try.
         */
        get: operations["getDocumentation"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/docs/assets/{asset}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Files of the documentation page
         * @description Scripts, style sheets and images of the documentation page.
         */
        get: operations["getDocumentationAsset"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/docs/errors/{code}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Documentation of an error code
         * @description What an error code means, when it happens, and what to do.
         */
        get: operations["getErrorPage"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/health": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Health
         * @description Answers as long as the process does. Says nothing about the data.
         */
        get: operations["getHealth"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/metrics": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Metrics
         * @description Metrics in the text format of Prometheus.
         */
        get: operations["getMetrics"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/openapi.json": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * OpenAPI document
         * @description This document.
         */
        get: operations["getOpenApiDocument"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/ready": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Readiness
         * @description 200 while current data are served: the database answers, reserves are indexed, and the data are recent. 503 otherwise.
         */
        get: operations["getReady"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/{protocol}/lend/fees": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Fees and revenue
         * @description Interest that borrowers paid per period, split into what suppliers, the protocol, referrers (an upper bound) and hosts got. The parts add up exactly, and so do the periods: the sums of the hours of a day are the day, in the fields that end in _raw. What only transactions tell is null. Rows of the protocol count reserves of listed markets, unless lending_market, reserve or listed_b says otherwise. Every period from the first read of the group on has a row; gap_reason_str says why one is empty.
         */
        get: operations["listFees"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/{protocol}/lend/info/markets": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Markets
         * @description One row per reserve of each lending market, with the settings of the market. Same order as the latest reserves.
         */
        get: operations["listMarketInfo"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/{protocol}/lend/info/quarantine": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Quarantine
         * @description Reserves that were ever kept out of the data, one row per reserve and reason, by address and reason. active_b says which are so now.
         */
        get: operations["listQuarantinedReserves"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/{protocol}/lend/info/reserves": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Reserves
         * @description One row per reserve with its settings. Same order as the latest reserves.
         */
        get: operations["listReserveInfo"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/{protocol}/lend/markets/{market}/history": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * History of a market
         * @description What the reserves held at the close of each bucket, added up from the rollups: sums of exact integers, rounded once.
         *
         *     * A reserve that was not observed in a bucket is in no sum of it: missing_reserve_count says how many, quality_str is partial. A bucket in which none was observed is a row of nulls with a reason, from the first sight of a reserve on.
         *     * 2 years and 10,000 rows a call; with a key CSV and NDJSON without a limit of rows.
         */
        get: operations["listMarketHistory"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/{protocol}/lend/markets/{market}/latest": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Latest market
         * @description The same for one lending market: data holds one row.
         */
        get: operations["getLatestMarket"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/{protocol}/lend/markets/all/latest": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Latest markets
         * @description One row per lending market, ordered by name and address (by bytes of UTF-8). Sums are made of exact integers and rounded once. Markets without reserves have a row too.
         */
        get: operations["listLatestMarkets"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/{protocol}/lend/reserves/{reserve}/at/{time}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Reserve at a moment
         * @description The state of a reserve at any second between its first and its newest read, derived from the account that was in force then, with the age of the evidence and whether it is certain.
         */
        get: operations["getReserveAt"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/{protocol}/lend/reserves/{reserve}/config": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Configuration
         * @description The full decoded configuration of a reserve and of its market, and since when it holds.
         */
        get: operations["getReserveConfig"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/{protocol}/lend/reserves/{reserve}/config/changes": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Configuration changes of a reserve
         * @description The same for one reserve. Parameters of its market are not among them.
         */
        get: operations["listReserveConfigChanges"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/{protocol}/lend/reserves/{reserve}/curve": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Rate curve and what-if
         * @description The rates of a reserve over its utilization, where it stands, and where a deposit, withdrawal, borrow or repayment of a given size would take it.
         */
        get: operations["getReserveCurve"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/{protocol}/lend/reserves/{reserve}/detail/latest": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Details of a reserve
         * @description The same for one reserve: data holds one row.
         */
        get: operations["getReserveDetail"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/{protocol}/lend/reserves/{reserve}/history": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * History of a reserve
         * @description One row per bucket, or with interval=raw per stored read. The edges of a bucket are derived at the edge with the program's own arithmetic from the account that was in force then, not copied from the nearest read.
         *
         *     * Buckets that were not observed are rows without numbers and with a reason, from the first sight of the reserve on (fill).
         *     * 2 years and 10,000 rows a call. With a key also raw and 15m, and CSV and NDJSON without a limit of rows.
         *     * An answer can hold fewer rows than limit and go on all the same: next_cursor tells.
         */
        get: operations["listReserveHistory"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/{protocol}/lend/reserves/{reserve}/latest": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Latest reserve
         * @description The latest snapshot of one reserve: an array that holds one element.
         */
        get: operations["getLatestReserve"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/{protocol}/lend/reserves/{reserve}/liquidation-coverage/history": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * History of liquidation coverage
         * @description The smallest coverage of a reserve in each hour or day, or with interval=raw each stored read. Without a key: 1h and 1d. With one also raw; CSV and NDJSON without a limit of rows.
         */
        get: operations["listLiquidationCoverageHistory"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/{protocol}/lend/reserves/{reserve}/liquidation-coverage/latest": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Liquidation coverage of a reserve
         * @description How often the posted collateral of a reserve could be sold at once for at least the price less the net liquidation bonus: alone, and over all followed reserves that hold the token, which is the prudent figure.
         *
         *     * Not capped; 1 and more means that one sale of all collateral would still pay the liquidator. Null without collateral, price or a pool that counts, with coverage_gap_str.
         *     * meta.caveats names what the number leaves out: docs/use/liquidity has a paragraph on each. Reserves of markets that are not listed have no row.
         */
        get: operations["getLiquidationCoverage"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/{protocol}/lend/reserves/{reserve}/price-divergence/history": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Divergence of the price of a reserve
         * @description How far the price that a reserve holds lay from the price of its token out of several sources, for how long, and whether the program would have accepted it: one row per bucket, or with interval=raw where one of the two was stored anew.
         *
         *     * Compared is at each read of prices, where both are in force and the price of the token rests on more than what reserves hold. What was not compared is null, with a reason.
         *     * Reserves of listed markets: prices are read for those. Rows begin with the first read of the token's price.
         *     * Without a key: 1h and 1d. With one also raw and 15m; CSV and NDJSON without a limit of rows.
         */
        get: operations["listPriceDivergenceHistory"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/{protocol}/lend/reserves/all/config/changes": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Configuration changes
         * @description Parameters of reserves and lending markets that differed between two reads, newest first. The first sight of an account is no change.
         */
        get: operations["listConfigChanges"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/{protocol}/lend/reserves/all/detail/latest": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Details of all reserves
         * @description Everything that is known of each reserve at its newest slot: exact integers, the verdict of the program on its price, realised rates, headroom, fees. Same order as the latest reserves. The parameter fields makes it a fraction as long.
         */
        get: operations["listReserveDetails"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/{protocol}/lend/reserves/all/history": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * History of all reserves
         * @description The same as the history of a reserve, for all or those that pass the filters, by address.
         *
         *     One row per bucket, or with interval=raw per stored read. The edges of a bucket are derived at the edge with the program's own arithmetic from the account that was in force then, not copied from the nearest read.
         *
         *     * Buckets that were not observed are rows without numbers and with a reason, from the first sight of the reserve on (fill).
         *     * 2 years and 10,000 rows a call. With a key also raw and 15m, and CSV and NDJSON without a limit of rows.
         *     * An answer can hold fewer rows than limit and go on all the same: next_cursor tells.
         */
        get: operations["listReserveHistories"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/{protocol}/lend/reserves/all/latest": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Latest reserves
         * @description The latest snapshot of each reserve, ordered by lending market name, token symbol and reserve address (by bytes of UTF-8). An empty array while nothing is indexed. Reserves that left the chain stay, with the time of their last read.
         */
        get: operations["listLatestReserves"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/{protocol}/lend/reserves/all/liquidation-coverage/latest": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Liquidation coverage of all reserves
         * @description The same for every reserve of a listed market, the worst first: by coverage over all reserves that hold the token. Reserves whose coverage is not known come last, with the reason.
         */
        get: operations["listLiquidationCoverage"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/{protocol}/lend/reserves/all/sparklines": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Sparklines of all reserves
         * @description How each reserve went over the last days, for a line in a table: rates, utilization and value at the ends of steps of equal length, to five digits. From memory, looked after once a minute. Exact values, and why one is not known, are in the history.
         */
        get: operations["listSparklines"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/{protocol}/lend/summary/history": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * History of the summary
         * @description What the reserves held at the close of each bucket, added up from the rollups: sums of exact integers, rounded once.
         *
         *     * A reserve that was not observed in a bucket is in no sum of it: missing_reserve_count says how many, quality_str is partial. A bucket in which none was observed is a row of nulls with a reason, from the first sight of a reserve on.
         *     * 2 years and 10,000 rows a call; with a key CSV and NDJSON without a limit of rows.
         */
        get: operations["listSummaryHistory"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/{protocol}/lend/summary/latest": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Latest summary
         * @description All reserves of the protocol: data holds one row. The totals of its lending markets add up to it.
         */
        get: operations["getLatestSummary"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/{protocol}/lend/tokens/{mint}/history": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * History of a token
         * @description What the reserves held at the close of each bucket, added up from the rollups: sums of exact integers, rounded once.
         *
         *     * A reserve that was not observed in a bucket is in no sum of it: missing_reserve_count says how many, quality_str is partial. A bucket in which none was observed is a row of nulls with a reason, from the first sight of a reserve on.
         *     * 2 years and 10,000 rows a call; with a key CSV and NDJSON without a limit of rows.
         *     * Amounts are in whole tokens too, and the APYs are weighted by them.
         */
        get: operations["listTokenHistory"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/{protocol}/lend/tokens/{mint}/latest": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Latest token
         * @description All reserves of one token, in whole tokens and in USD. The APYs are weighted by token amounts. data holds one row.
         */
        get: operations["getLatestToken"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/coverage": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Coverage
         * @description How much of a range each reserve was observed in, and every gap with its reason. Two reads that are close enough cover the time between them, whether or not the account changed; all other time since the first read of a reserve is missing. observed_seconds + missing_seconds = expected_seconds, and the gaps add up to missing_seconds.
         */
        get: operations["listCoverage"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/lend/benchmark-rates/usd": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Benchmark rates in USD
         * @description What lending US dollars earns and borrowing them costs, over all reserves of all protocols that hold a listed stablecoin: rates weighted by what is supplied and borrowed. A token counts by its mint address, and only while its oracle price lies from 0.95 to 1.05; meta names what was left out. Without to, the last row is the rate now.
         */
        get: operations["listUsdBenchmarkRates"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/lend/markets/{market}/history": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * History of a market of any protocol
         * @description What the reserves held at the close of each bucket, added up from the rollups: sums of exact integers, rounded once.
         *
         *     * A reserve that was not observed in a bucket is in no sum of it: missing_reserve_count says how many, quality_str is partial. A bucket in which none was observed is a row of nulls with a reason, from the first sight of a reserve on.
         *     * 2 years and 10,000 rows a call; with a key CSV and NDJSON without a limit of rows.
         */
        get: operations["listMarketHistory_all"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/lend/markets/{market}/latest": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Latest market of any protocol
         * @description The same for one lending market: data holds one row.
         */
        get: operations["getLatestMarket_all"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/lend/markets/all/latest": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Latest markets of all protocols
         * @description One row per lending market, ordered by name and address (by bytes of UTF-8). Sums are made of exact integers and rounded once. Markets without reserves have a row too.
         */
        get: operations["listLatestMarkets_all"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/lend/reserves/{reserve}/latest": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Latest reserve of any protocol
         * @description The latest snapshot of one reserve: an array that holds one element.
         */
        get: operations["getLatestReserve_all"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/lend/reserves/all/latest": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Latest reserves of all protocols
         * @description The latest snapshot of each reserve, protocol by protocol, and in each ordered by lending market name, token symbol and reserve address (by bytes of UTF-8). An empty array while nothing is indexed. Reserves that left the chain stay, with the time of their last read.
         */
        get: operations["listLatestReserves_all"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/lend/reserves/all/sparklines": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Sparklines of the reserves of all protocols
         * @description How each reserve went over the last days, for a line in a table: rates, utilization and value at the ends of steps of equal length, to five digits. From memory, looked after once a minute. Exact values, and why one is not known, are in the history.
         */
        get: operations["listSparklines_all"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/lend/summary/history": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * History of the summary of all protocols
         * @description What the reserves held at the close of each bucket, added up from the rollups: sums of exact integers, rounded once.
         *
         *     * A reserve that was not observed in a bucket is in no sum of it: missing_reserve_count says how many, quality_str is partial. A bucket in which none was observed is a row of nulls with a reason, from the first sight of a reserve on.
         *     * 2 years and 10,000 rows a call; with a key CSV and NDJSON without a limit of rows.
         */
        get: operations["listSummaryHistory_all"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/lend/summary/latest": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Latest summary of all protocols
         * @description All reserves of all protocols: data holds one row. The totals of its lending markets add up to it.
         */
        get: operations["getLatestSummary_all"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/lend/tokens/{mint}/history": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * History of a token over all protocols
         * @description What the reserves held at the close of each bucket, added up from the rollups: sums of exact integers, rounded once.
         *
         *     * A reserve that was not observed in a bucket is in no sum of it: missing_reserve_count says how many, quality_str is partial. A bucket in which none was observed is a row of nulls with a reason, from the first sight of a reserve on.
         *     * 2 years and 10,000 rows a call; with a key CSV and NDJSON without a limit of rows.
         *     * Amounts are in whole tokens too, and the APYs are weighted by them.
         */
        get: operations["listTokenHistory_all"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/lend/tokens/{mint}/latest": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Latest token over all protocols
         * @description All reserves of one token, in whole tokens and in USD. The APYs are weighted by token amounts. data holds one row.
         */
        get: operations["getLatestToken_all"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/liquidity/pools": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Pools of a token
         * @description Every known pool that pairs a token which is lent: whether it counts for the depth of that token, or the reason why it does not.
         */
        get: operations["listLiquidityPools"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/liquidity/pools/{pool}/depth/latest": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Depth of a pool
         * @description What a pool takes of each of its tokens until its own price has fallen by 0.5, 1, 2, 5 and 10 %, with the arithmetic of its program. A pool that could not be read has no rows; meta says why.
         */
        get: operations["getPoolDepth"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/liquidity/tokens/{mint}/depth/history": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * History of the depth of a token
         * @description The smallest depth of each hour or day at one side and fall of the price, or with interval=raw each stored read. Without a key: 1h and 1d. With one also raw; CSV and NDJSON without a limit of rows.
         */
        get: operations["listTokenDepthHistory"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/liquidity/tokens/{mint}/depth/latest": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Depth of a token
         * @description What can be sold and bought of a token at falls of its price by 0.5, 1, 2, 5 and 10 %: until the price is there (marginal), and so that the whole brings the price less the fall (average); over all sources and by source, with sales of seven sizes in US dollars.
         *
         *     * Pools to US dollar stablecoins and, for sales, to SOL, whose proceeds are sold once for all pools together. Every pool is measured by one reference price, that of the prices API.
         *     * evidence_str says what the arithmetic of the weakest source was compared with; lower_bound_b that more may be sold. What is not known is null with depth_gap_str; what is not there is 0.
         *     * A mint that no followed reserve lends is not read: its numbers are null.
         */
        get: operations["getTokenDepth"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/prices/{token}/at/{time}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Price at a moment
         * @description The price of a token at a moment: the newest that was stored at or before it, with its age. Before the first it is a row with the status missing.
         */
        get: operations["getPriceAt"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/prices/{token}/history": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * History of a price
         * @description One row per bucket with the first, highest, lowest, last and mean price that was in force, or with interval=raw per stored observation.
         *
         *     * Every bucket from the first read of the token on has a row: what was not observed is null, with a reason.
         *     * Without a key: 1h and 1d, 90 days and 1,000 rows a call. With one also raw and 15m, 2 years, 10,000 rows; CSV and NDJSON without a limit of rows.
         */
        get: operations["listPriceHistory"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/prices/{token}/latest": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Latest price of a token
         * @description The same for one token: data holds one row.
         */
        get: operations["getLatestPrice"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/prices/{token}/sources/latest": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Sources of a price
         * @description What each feed says of a token, how old it is, and whether the price of the token was made of it, or why not. An unknown token has no feeds.
         */
        get: operations["listPriceSources"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/prices/batch": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Prices at many moments
         * @description The prices of several tokens at several moments each: one row per moment, in the order of the request.
         */
        post: operations["listPricesAtMoments"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/prices/latest": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Latest prices
         * @description The newest price of each token out of several sources, with its age and what can be said of it. A token without a price is a row with the status missing, an unknown mint too.
         */
        get: operations["listLatestPrices"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/status": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Status of the data
         * @description One word on whether the numbers can be trusted now, and everything that it is made of: how old the data are, how many reserves are in which state, ongoing gaps, how far hours and days are rolled up, and what the audit of the stored data found.
         *
         *     * The word is that of the worst cause: failing, then unknown, then degraded; ok without any.
         *     * failing: the data are older than /ready allows, or the audit found something critical.
         *     * unknown: nothing is indexed, or no audit has finished lately.
         *     * degraded: reserves are stale or quarantined, a gap is ongoing for another reason than that the account is gone, history is behind, the chain time is minutes behind the clock, or the audit has open findings, or failed.
         *
         *     The answer is made at most every few seconds, for all callers together.
         */
        get: operations["getStatus"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/stream": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Stream of reserve updates
         * @description Server-sent events of all observations that are kept in the history, in the order in which they were committed; needs a key.
         *
         *     * `reserve`: an observation of a reserve (StreamedReserve). Its id is its place in the stream.
         *     * `price`: a price of a token that was kept (StreamedPrice), with events=prices or all; in one order with the others, with places of the same kind.
         *     * `heartbeat`: at the start and every 15 seconds (StreamHeartbeat), with the newest slot that is served and a place to resume from.
         *     * `gap`: the stream cannot resume after the Last-Event-ID, because what came after it is no longer stored or it is of another database; it continues from now (StreamNotice). Read the missing observations from the history.
         *     * `end`: the stream is over, and why (StreamNotice): the client did not read fast enough, 24 hours are over, or the service ends. Connect again with Last-Event-ID.
         *
         *     Between the Last-Event-ID and the end each observation is sent exactly once.
         */
        get: operations["streamReserves"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        AggregateHistoryMeta: {
            /** @description Number of rows in data. Unit: rows. Null: never. Source: counted. Method: ingest-1.0. */
            count: number;
            /** @description In words: why the answer has no rows, and what would give some. Null: null where it has rows, or where some follow. Source: from the range and from when each of what was asked for was seen first. Method: ingest-1.0. */
            empty_reason_str: string | null;
            /** @description Start of the range: rows are those of the buckets that begin in it. Unit: unix seconds. Null: never. Source: parameter from, or a default. Method: ingest-1.0. */
            from: number;
            /**
             * @description Width of the rows: raw, 15m, 1h, 4h or 1d. Null: never. Source: parameter interval. Method: history-1.1.
             * @enum {string}
             */
            interval_str: "1h" | "4h" | "1d";
            /** @description Version of the method of the rows. Null: never. Source: constant of the service. Method: history-1.1. */
            methodology: string;
            /** @description Value of cursor for the rows that follow. Null: null where no rows follow. Source: made from the last row. Method: ingest-1.0. */
            next_cursor: string | null;
            /**
             * @description What the caller counts as: public or key. Null: never. Source: header X-SERVICE-API-KEY. Method: history-1.1.
             * @enum {string}
             */
            tier_str: "public" | "key";
            /** @description End of the range, which does not belong to it. Unit: unix seconds. Null: never. Source: parameter to, or the end of the bucket that is not over. Method: ingest-1.0. */
            to: number;
        };
        /** @description A family of endpoints and how far it is. */
        ApiFamily: {
            /** @description What the family is about. */
            content: string;
            links: components["schemas"]["Link"][];
            name: string;
            /**
             * @description Testing: served and still settling. Dev: not served yet.
             * @enum {string}
             */
            status_str: "Testing" | "Dev";
        };
        /** @description How much one check looked at. */
        AuditCheck: {
            /** @description Name of the check. Null: never. Source: constant of the check. Method: status-1.0. */
            check_name_str: string;
            /** @description Rows, accounts or endpoints that the check looked at. Unit: rows. Null: never. Source: counted. Method: status-1.0. */
            checked: number;
            /** @description Findings of the check in this audit. Unit: findings. Null: never. Source: counted. Method: status-1.0. */
            finding_count: number;
        };
        /** @description Something that the audit found in the data. */
        AuditFinding: {
            /** @description Name of the check. Null: never. Source: constant of the check. Method: status-1.0. */
            check_name_str: string;
            /** @description When an audit first found it. Unit: unix seconds. Null: never. Source: clock of the database. Method: status-1.0. */
            first_seen_timestamp: number;
            /** @description When an audit last found it. Unit: unix seconds. Null: never. Source: clock of the database. Method: status-1.0. */
            last_seen_timestamp: number;
            /** @description The matter in words, with its numbers. Null: never. Source: made when the status was. Method: status-1.0. */
            message: string;
            /** @description When an audit found it no more. Unit: unix seconds. Null: null while the finding is open. Source: clock of the database. Method: status-1.0. */
            resolved_timestamp: number | null;
            /**
             * @description critical (numbers are wrong, or nothing new comes), warning (needs a person within the day) or info (known, and worth knowing), as the last audit saw it. Null: never. Source: decided by the check. Method: status-1.0.
             * @enum {string}
             */
            severity_str: "critical" | "warning" | "info";
            /** @description Address of the account, or name of the account kind or of the protocol. Null: null for endpoints: which ones are used is not told. Source: what the check looked at. Method: status-1.0. */
            subject: string | null;
            /**
             * @description What the finding is about: reserve, lending_market, account_kind (all accounts of a kind), endpoint (an RPC provider) or protocol (everything). Null: never. Source: decided by the check. Method: status-1.0.
             * @enum {string}
             */
            subject_kind_str: "reserve" | "lending_market" | "account_kind" | "endpoint" | "protocol";
            /** @description Audits that found it. Unit: audits. Null: never. Source: counted. Method: status-1.0. */
            times_seen: number;
        };
        BenchmarkEnvelope: {
            /** @description By time; the row latest comes last. */
            data: components["schemas"]["BenchmarkRateRow"][];
            meta: components["schemas"]["BenchmarkMeta"];
            /**
             * @description HTTP status of the answer.
             * @enum {number}
             */
            status: 200;
        };
        /** @description A reserve that was left out of averages of the answer, and why. */
        BenchmarkExclusion: {
            /** @description Buckets that the reserve was left out of. Unit: buckets. Null: never. Source: counted. Method: benchmark-1.1. */
            excluded_buckets: number;
            /**
             * @description Why it was left out: no_price, or price_out_of_band (outside 0.95 to 1.05). Null: never. Source: price at the close of the bucket. Method: benchmark-1.1.
             * @enum {string}
             */
            exclusion_reason_str: "no_price" | "price_out_of_band";
            /** @description Start of the first bucket that it was left out of. Unit: unix seconds. Null: never. Source: smallest timestamp of such a row. Method: ingest-1.0. */
            from: number;
            /** @description Address of the reserve. Null: never. Source: address of the Reserve account. Method: account-1.0. */
            reserve: string;
            /** @description Start of the last bucket that it was left out of. Unit: unix seconds. Null: never. Source: largest timestamp of such a row. Method: ingest-1.0. */
            to: number;
            /** @description Mint address of the token that is lent. Null: never. Source: Reserve account, offset 128 (kamino); Reserve account, offset 42 (save). Method: account-1.0. */
            token_address: string;
        };
        BenchmarkMeta: {
            /** @description Number of rows in data. Unit: rows. Null: never. Source: counted. Method: ingest-1.0. */
            count: number;
            /** @description In words: why the answer has no rows, and what would give some. Null: null where it has rows, or where some follow. Source: from the range and from when each of what was asked for was seen first. Method: ingest-1.0. */
            empty_reason_str: string | null;
            /** @description Reserves that averages of the buckets of the answer were made without. */
            excluded: components["schemas"]["BenchmarkExclusion"][];
            /** @description Start of the range: rows are those of the buckets that begin in it. Unit: unix seconds. Null: never. Source: parameter from, or a default. Method: ingest-1.0. */
            from: number;
            /**
             * @description Width of the rows: raw, 15m, 1h, 4h or 1d. Null: never. Source: parameter interval. Method: history-1.1.
             * @enum {string}
             */
            interval_str: "1h" | "1d";
            /** @description Version of the method of the rows. Null: never. Source: constant of the service. Method: history-1.1. */
            methodology: string;
            /** @description Value of cursor for the rows that follow. Null: null where no rows follow. Source: made from the last row. Method: ingest-1.0. */
            next_cursor: string | null;
            /**
             * @description What the caller counts as: public or key. Null: never. Source: header X-SERVICE-API-KEY. Method: history-1.1.
             * @enum {string}
             */
            tier_str: "public" | "key";
            /** @description End of the range, which does not belong to it. Unit: unix seconds. Null: never. Source: parameter to, or the end of the bucket that is not over. Method: ingest-1.0. */
            to: number;
            /** @description Tokens that count as US dollars, by mint address. */
            tokens: components["schemas"]["BenchmarkToken"][];
        };
        /** @description The supply-weighted rate of US dollars at the close of a bucket, or now. All columns are there unless the parameter fields names some. */
        BenchmarkRateRow: {
            /** @description Mean APR that borrowers of stablecoins pay, weighted by what is borrowed in USD. Unit: fraction per year. Null: null where no reserve is in the average, or nothing is borrowed. Source: Σ APR × borrowed in USD / Σ borrowed in USD, over reserves of stablecoins on the list of meta.tokens whose price lies from 0.95 to 1.05. Method: benchmark-1.1. */
            borrow_apr_wavg_f?: number | null;
            /** @description Mean APY that borrowers of stablecoins pay, weighted by what is borrowed in USD. Unit: fraction per year. Null: null where no reserve is in the average, or nothing is borrowed. Source: Σ APY × borrowed in USD / Σ borrowed in USD, over reserves of stablecoins on the list of meta.tokens whose price lies from 0.95 to 1.05. Method: benchmark-1.1. */
            borrow_apy_wavg_f?: number | null;
            /** @description Share of the bucket in which the expected reserves were observed. Unit: fraction. Null: null where the bucket has not been rolled up for any reserve, and of the row latest. Source: Σ observed seconds / Σ seconds of the bucket that have passed and in which the reserve was known. Method: benchmark-1.1. */
            coverage_f?: number | null;
            /** @description Observed reserves of listed stablecoins that are not in the average, because they had no price or one outside 0.95 to 1.05. meta.excluded names them. Unit: reserves. Null: never. Source: counted. Method: benchmark-1.1. */
            excluded_reserve_count?: number;
            /** @description False while later reads may still change the row, and for up to a minute or two while the row is one from before a correction of its bucket. Unit: boolean. Null: never. Source: the buckets of all expected reserves are final, and have not changed since the rollup stored the row. Method: benchmark-1.1. */
            final_b?: boolean;
            /** @description What most of the gaps of the reserves are put down to, as in other histories. Null: null where no reserve has a gap, and of the row latest. Source: ledger of gaps. Method: benchmark-1.1. */
            gap_reason_str?: string | null;
            /** @description Protocols with a reserve in the average. Null: never. Source: protocols of the reserves. Method: benchmark-1.1. */
            included_protocols?: string[];
            /** @description Tokens with a reserve in the average. Null: never. Source: mints of the reserves. Method: benchmark-1.1. */
            included_token_addresses?: string[];
            /**
             * @description bucket: as of the close of a bucket. latest: as of the newest reads, the last row of an answer without to and cursor. Null: never. Source: parameters to and cursor. Method: benchmark-1.1.
             * @enum {string}
             */
            kind_str?: "bucket" | "latest";
            /** @description Reserves that the sums lack, because their state is not known: not on chain any more, never read, or not observed in the time of the row. Unit: reserves. Null: never. Source: reserves that are expected − reserves whose state is known. Method: aggregate-1.1. */
            missing_reserve_count?: number;
            /**
             * @description ok: every expected reserve was observed throughout. partial: some were not. missing: none was observed, so there are no numbers. Null: never. Source: quality of the buckets of the reserves. Method: benchmark-1.1.
             * @enum {string}
             */
            quality_str?: "ok" | "partial" | "missing";
            /** @description Reserves of listed stablecoins that there were. Unit: reserves. Null: never. Source: first seen before the end of the bucket, and not gone from the chain before its start. Method: benchmark-1.1. */
            reserves_expected?: number;
            /** @description Reserves in the average. Unit: reserves. Null: never. Source: counted. Method: benchmark-1.1. */
            reserves_included?: number;
            /** @description Reserves of them that were observed. Unit: reserves. Null: never. Source: counted. Method: benchmark-1.1. */
            reserves_observed?: number;
            /** @description Mean APR that suppliers of stablecoins earn from interest, weighted by what is supplied in USD. Unit: fraction per year. Null: null where no reserve is in the average, or nothing is supplied. Source: Σ APR × supplied in USD / Σ supplied in USD, over reserves of stablecoins on the list of meta.tokens whose price lies from 0.95 to 1.05. Method: benchmark-1.1. */
            supply_apr_wavg_f?: number | null;
            /** @description Mean APY that suppliers of stablecoins earn from interest, weighted by what is supplied in USD. Unit: fraction per year. Null: null where no reserve is in the average, or nothing is supplied. Source: Σ APY × supplied in USD / Σ supplied in USD, over reserves of stablecoins on the list of meta.tokens whose price lies from 0.95 to 1.05. Method: benchmark-1.1. */
            supply_apy_wavg_f?: number | null;
            /** @description Start of the bucket, in UTC; of the row latest the newest chain time that is served. Values of a bucket are those at its close. Unit: unix seconds. Null: never. Source: parameter interval. Method: ingest-1.0. */
            timestamp?: number;
            /** @description What is borrowed in the reserves of the average. Unit: USD. Null: null where no reserve is in the average. Source: Σ borrowed amount × price over reserves of stablecoins on the list of meta.tokens whose price lies from 0.95 to 1.05. Method: benchmark-1.1. */
            tracked_borrow_usd_f?: number | null;
            /** @description What is supplied in the reserves of the average. Unit: USD. Null: null where no reserve is in the average. Source: Σ supplied amount × price over reserves of stablecoins on the list of meta.tokens whose price lies from 0.95 to 1.05. Method: benchmark-1.1. */
            tracked_supply_usd_f?: number | null;
        };
        /** @description A token that counts as US dollars. */
        BenchmarkToken: {
            /** @description Mint address of the token that is lent. Null: never. Source: Reserve account, offset 128 (kamino); Reserve account, offset 42 (save). Method: account-1.0. */
            token_address: string;
            /** @description Symbol of the token, an empty string where none is known. Not unique, and of unlisted markets whatever their creator wrote: tokens are told apart by token_address. Null: never. Source: name in the account of the reserve, else as token_symbol_origin_str says. Method: account-1.0. */
            token_symbol: string;
        };
        /** @description One parameter that differed between two reads. */
        ConfigChange: {
            /**
             * @description What the parameter belongs to: reserve or lending_market. Null: never. Source: kind of the account that was read. Method: config-1.0.
             * @enum {string}
             */
            account_kind_str: "reserve" | "lending_market";
            /** @description Name of the parameter: that of its column in lend_v1.reserves, lend_v1.lending_markets or the view of the protocol where it has one (deposit_limit_raw), else its path in config in snake case (borrow_rate_curve.3.borrow_rate_bps); places of a list count from 0. Null: never. Source: comparison of the configurations of two reads. Method: config-1.0. */
            field: string;
            /** @description Address of the lending market. Null: never. Source: Reserve account, offset 32 (kamino); Reserve account, offset 10 (save). Method: account-1.0. */
            lending_market: string;
            /** @description Name of the lending market: the one on chain, else the label of a known market, else an empty string. Null: never. Source: LendingMarket account, offset 3248; a label of known markets where it is empty (kamino); label of a known market (save). Method: account-1.0. */
            lending_market_name: string;
            /** @description Value of the parameter after, as its column has it, else as config does. Integers wider than 53 bits and exact fractions are decimal strings. Unit: JSON. Null: null where config holds null, and for the fee of flash loans while they are disabled. Source: as in config. Method: config-1.0. */
            new_value: string | number | boolean | null;
            /** @description Value of the parameter before, as its column has it, else as config does. Integers wider than 53 bits and exact fractions are decimal strings. Unit: JSON. Null: null where config holds null, and for the fee of flash loans while they are disabled. Source: as in config. Method: config-1.0. */
            old_value: string | number | boolean | null;
            /** @description Last slot at which the old value was known to hold. The change happened after it, and not after slot. Unit: slots. Null: never. Source: clock of the newest bank before the change that held the account. Method: config-1.0. */
            previous_slot: number;
            /** @description Last chain time at which the old value was known to hold. Unit: unix seconds. Null: never. Source: clock of the newest bank before the change that held the account. Method: config-1.0. */
            previous_timestamp: number;
            /** @description Address of the reserve. Null: null where the parameter is one of the lending market. Source: address of the Reserve account. Method: account-1.0. */
            reserve: string | null;
            /** @description First slot at which the new value was seen. Unit: slots. Null: never. Source: clock of the first bank that held the new value. Method: config-1.0. */
            slot: number;
            /** @description First chain time at which the new value was seen. Unit: unix seconds. Null: never. Source: clock of the first bank that held the new value. Method: config-1.0. */
            timestamp: number;
            /** @description Symbol of the token, an empty string where none is known. Not unique, and of unlisted markets whatever their creator wrote: tokens are told apart by token_address. Null: null where the parameter is one of the lending market. Source: name in the account of the reserve, else as token_symbol_origin_str says. Method: account-1.0. */
            token_symbol: string | null;
        };
        ConfigChangesEnvelope: {
            /** @description Newest first. */
            data: components["schemas"]["ConfigChange"][];
            meta: components["schemas"]["ConfigChangesMeta"];
            /**
             * @description HTTP status of the answer.
             * @enum {number}
             */
            status: 200;
        };
        ConfigChangesMeta: {
            /** @description Number of rows in data. Unit: rows. Null: never. Source: counted. Method: ingest-1.0. */
            count: number;
            /** @description In words: why the answer has no rows, and what would give some. Null: null where it has rows, or where some follow. Source: from the range and from when each of what was asked for was seen first. Method: ingest-1.0. */
            empty_reason_str: string | null;
            /** @description Start of the range, which belongs to it. Unit: unix seconds. Null: never. Source: parameter from, or 30 days before to or now. Method: ingest-1.0. */
            from: number;
            /** @description Value of cursor for the rows that follow. Null: null where no rows follow. Source: made from the last row. Method: ingest-1.0. */
            next_cursor: string | null;
            /** @description End of the range, which does not belong to it. Unit: unix seconds. Null: null where the range is open. Source: parameter to. Method: ingest-1.0. */
            to: number | null;
        };
        CoverageEnvelope: {
            /** @description By protocol and address of the reserve. */
            data: components["schemas"]["CoverageRow"][];
            meta: components["schemas"]["CoverageMeta"];
            /**
             * @description HTTP status of the answer.
             * @enum {number}
             */
            status: 200;
        };
        /** @description A stretch of time in which a reserve was not observed. */
        CoverageGap: {
            /** @description Time of the last read before the gap, within the range. Unit: unix seconds. Null: never. Source: clock of that bank, or the start of the range. Method: ingest-1.0. */
            from: number;
            /** @description Slot of the last read before the gap. Unit: slots. Null: null where the gap continues beyond the range. Source: clock of that bank. Method: coverage-1.0. */
            from_slot: number | null;
            /** @description Why nothing was observed: not_polled (no indexer ran), rate_limited (calls waited for a limit), chain_halted (no new bank came), clock_implausible (the time of every endpoint was refused), poll_failed: with the code of another failure, account_missing or quarantined. Null: never. Source: poll batches around the gap. Method: coverage-1.0. */
            gap_reason_str: string;
            /** @description True where no read has ended the gap yet. Unit: boolean. Null: never. Source: no read after it. Method: coverage-1.0. */
            ongoing_b: boolean;
            /** @description Time of the first read after the gap, within the range. Unit: unix seconds. Null: never. Source: clock of that bank, or the end of the range. Method: ingest-1.0. */
            to: number;
            /** @description Slot of the first read after the gap. Unit: slots. Null: null while the gap is ongoing, and where it continues beyond the range. Source: clock of that bank. Method: coverage-1.0. */
            to_slot: number | null;
        };
        CoverageMeta: {
            /** @description Number of rows in data. Unit: rows. Null: never. Source: counted. Method: ingest-1.0. */
            count: number;
            /** @description In words: why the answer has no rows, and what would give some. Null: null where it has rows, or where some follow. Source: from the range and from when each of what was asked for was seen first. Method: ingest-1.0. */
            empty_reason_str: string | null;
            /** @description Start of the range, which belongs to it. Unit: unix seconds. Null: never. Source: parameter from, or the default. Method: ingest-1.0. */
            from: number;
            /** @description Value of cursor for the rows that follow. Null: null where no rows follow. Source: made from the last row. Method: ingest-1.0. */
            next_cursor: string | null;
            /** @description End of the range, which does not belong to it. Unit: unix seconds. Null: never. Source: parameter to, or now. Method: ingest-1.0. */
            to: number;
        };
        /** @description How much of the range one reserve was observed in. */
        CoverageRow: {
            /** @description Share of the range in which the reserve was observed. Unit: fraction. Null: null where the range ends before the reserve was first seen, or has not begun. Source: observed_seconds / expected_seconds. Method: coverage-1.0. */
            coverage_f: number | null;
            /** @description Length of the range from the first sight of the reserve on, as far as it has passed. Time after the newest read counts when it is too long to be between two reads. Unit: seconds. Null: never. Source: to − from. Method: coverage-1.0. */
            expected_seconds: number;
            /** @description Reads that reached the chain and gave no row of this reserve: its account was missing or refused. Unit: reads. Null: null where the range begins or ends within an hour of which single reads are no longer held. Source: counted. Method: coverage-1.0. */
            failed_observations: number | null;
            /** @description Chain time when this service first saw the account. Unit: unix seconds. Null: never. Source: chain clock of the first read. Method: ingest-1.0. */
            first_seen_timestamp: number;
            /** @description Start of what the row covers. Unit: unix seconds. Null: never. Source: start of the range, or first_seen_timestamp where that is later. Method: ingest-1.0. */
            from: number;
            /** @description Number of gaps in the range. Unit: gaps. Null: never. Source: counted. Method: coverage-1.0. */
            gap_count: number;
            /** @description Gaps of the range, by time. Not in CSV. */
            gaps: components["schemas"]["CoverageGap"][];
            /** @description True where there are more than 100 gaps: the 100 longest are listed. Unit: boolean. Null: never. Source: gap_count > 100. Method: coverage-1.0. */
            gaps_truncated_b: boolean;
            /** @description Address of the lending market. Null: never. Source: Reserve account, offset 32 (kamino); Reserve account, offset 10 (save). Method: account-1.0. */
            lending_market: string;
            /** @description Name of the lending market: the one on chain, else the label of a known market, else an empty string. Null: never. Source: LendingMarket account, offset 3248; a label of known markets where it is empty (kamino); label of a known market (save). Method: account-1.0. */
            lending_market_name: string;
            /** @description True where the lending market is listed. Anybody can create a market and name it at will: sums over markets count those alone that are listed, by the committed list of the protocol or by a setting of the operator. Unit: boolean. Null: never. Source: address of the lending market is in the registry of the protocol, or in LISTED_MARKETS; false where its account was never read. Method: aggregate-1.1. */
            listed_b: boolean;
            /** @description Length of the longest gap in the range, 0 without any. Unit: seconds. Null: never. Source: largest to − from of the gaps. Method: coverage-1.0. */
            longest_gap_seconds: number;
            /** @description Time that no read covers: the sum of all gaps. Unit: seconds. Null: never. Source: expected_seconds − observed_seconds. Method: coverage-1.0. */
            missing_seconds: number;
            /** @description Reads of the chain that gave a row of this reserve, changed or not. Unit: reads. Null: null where the range begins or ends within an hour of which single reads are no longer held. Source: counted. Method: coverage-1.0. */
            observations: number | null;
            /** @description Time between two reads that are close enough to cover what lies between them. Unit: seconds. Null: never. Source: consecutive reads at most gap_after_ms apart, see poll_batches. Method: coverage-1.0. */
            observed_seconds: number;
            /** @description Lending protocol that the account belongs to. Null: never. Source: by the program that owns the account. Method: account-1.0. */
            protocol: string;
            /** @description Address of the reserve. Null: never. Source: address of the Reserve account. Method: account-1.0. */
            reserve: string;
            /** @description End of what the row covers. Unit: unix seconds. Null: never. Source: end of the range; where that has not come yet the newest read, or now where that is too long ago. Method: ingest-1.0. */
            to: number;
            /** @description Mint address of the token that is lent. Null: never. Source: Reserve account, offset 128 (kamino); Reserve account, offset 42 (save). Method: account-1.0. */
            token_address: string;
            /** @description Symbol of the token, an empty string where none is known. Not unique, and of unlisted markets whatever their creator wrote: tokens are told apart by token_address. Null: never. Source: name in the account of the reserve, else as token_symbol_origin_str says. Method: account-1.0. */
            token_symbol: string;
        };
        DepthHistoryMeta: {
            /** @description Number of rows in data. Unit: rows. Null: never. Source: counted. Method: ingest-1.0. */
            count: number;
            /** @description In words: why the answer has no rows, and what would give some. Null: null where it has rows, or where some follow. Source: from the range and from when each of what was asked for was seen first. Method: ingest-1.0. */
            empty_reason_str: string | null;
            /** @description Start of the range: rows are those of the buckets that begin in it. Unit: unix seconds. Null: never. Source: parameter from, or a default. Method: ingest-1.0. */
            from: number;
            /**
             * @description Width of the rows: raw, 1h or 1d. Null: never. Source: parameter interval. Method: liquidity-1.1.
             * @enum {string}
             */
            interval_str: "raw" | "1h" | "1d";
            /** @description Version of the method of the rows. Null: never. Source: constant of the service. Method: liquidity-1.1. */
            methodology: string;
            /** @description Value of cursor for the rows that follow. Null: null where no rows follow. Source: made from the last row. Method: ingest-1.0. */
            next_cursor: string | null;
            /**
             * @description What the caller counts as: public or key. Null: never. Source: header X-SERVICE-API-KEY. Method: history-1.1.
             * @enum {string}
             */
            tier_str: "public" | "key";
            /** @description End of the range, which does not belong to it. Unit: unix seconds. Null: never. Source: parameter to, or the end of the bucket that is not over. Method: ingest-1.0. */
            to: number;
        };
        /** @description The shape of every failure. */
        ErrorEnvelope: {
            error: {
                /**
                 * @description Stable code: HTTP status × 100 + a running number.
                 * @enum {integer}
                 */
                code: 40001 | 40002 | 40003 | 40004 | 40005 | 40006 | 40007 | 40008 | 40009 | 40010 | 40011 | 40012 | 40013 | 40014 | 40015 | 40016 | 40017 | 40018 | 40019 | 40101 | 40102 | 40103 | 40104 | 40105 | 40401 | 40402 | 40403 | 40404 | 40405 | 40406 | 40407 | 40408 | 40409 | 40501 | 40801 | 41301 | 41501 | 41701 | 42901 | 42902 | 43101 | 50001 | 50301 | 50302 | 50303 | 50304;
                /** @description What was expected, the path of the documentation page of the code, and the request id. */
                details: string;
                /** @description What went wrong, in one fixed sentence per code. */
                message: string;
            };
            /** @description HTTP status of the answer. */
            status: number;
        };
        FeesEnvelope: {
            /** @description By time, within a period by address. */
            data: components["schemas"]["FeesRow"][];
            meta: components["schemas"]["FeesMeta"];
            /**
             * @description HTTP status of the answer.
             * @enum {number}
             */
            status: 200;
        };
        FeesMeta: {
            /** @description Number of rows in data. Unit: rows. Null: never. Source: counted. Method: ingest-1.0. */
            count: number;
            /**
             * @description What fees_usd_f covers: interest_only, as long as transactions are not indexed. Null: never. Source: constant. Method: fees-1.1.
             * @enum {string}
             */
            coverage_str: "interest_only";
            /** @description True where the amounts of a row are running sums from the start of the range. Unit: boolean. Null: never. Source: parameter cumulative. Method: fees-1.1. */
            cumulative_b: boolean;
            /** @description In words: why the answer has no rows, and what would give some. Null: null where it has rows, or where some follow. Source: from the range and from when each of what was asked for was seen first. Method: ingest-1.0. */
            empty_reason_str: string | null;
            /** @description Start of the range: rows are those of the periods that begin in it. Unit: unix seconds. Null: never. Source: parameter from, or the default. Method: ingest-1.0. */
            from: number;
            /**
             * @description What a row is about: protocol, market or reserve. Null: never. Source: parameter group_by. Method: fees-1.1.
             * @enum {string}
             */
            group_by_str: "protocol" | "market" | "reserve";
            /**
             * @description Width of the rows: raw, 15m, 1h, 4h or 1d. Null: never. Source: parameter interval. Method: history-1.1.
             * @enum {string}
             */
            interval_str: "1h" | "4h" | "1d";
            /** @description Value of cursor for the rows that follow. Null: null where no rows follow. Source: made from the last row. Method: ingest-1.0. */
            next_cursor: string | null;
            /** @description End of the range, which does not belong to it. Unit: unix seconds. Null: never. Source: parameter to, or the end of the period that is not over. Method: ingest-1.0. */
            to: number;
        };
        /** @description Fees of one group in one period. Market and reserve stand only in rows that are grouped by them, amounts in tokens only in those of reserves, and with the parameter fields only what it names. */
        FeesRow: {
            /** @description Share of the time in which the reserves were observed. Interest of unobserved time is counted too: the cumulative rate carries it. Unit: fraction. Null: null where there is nothing to observe, or nothing is computed yet. Source: observed seconds / seconds since each reserve was first seen. Method: fees-1.1. */
            coverage_f?: number | null;
            /**
             * @description What fees_usd_f covers: interest_only, as long as transactions are not indexed. Null: never. Source: constant. Method: fees-1.1.
             * @enum {string}
             */
            coverage_str?: "interest_only";
            /** @description Everything that users paid, as far as coverage_str says that it is covered. Unit: USD. Null: null where the interest of no reserve of the row is known, or none of it had a price. Source: interest_usd_f. Method: fees-1.1. */
            fees_usd_f?: number | null;
            /** @description True where the period is over and later reads will not change the row. Unit: boolean. Null: never. Source: the bucket of every reserve is final. Method: fees-1.1. */
            final_b?: boolean;
            /** @description Fees of flash loans. Unit: USD. Null: always null: transactions are not indexed, so it is unknown and not 0. Source: transactions. Method: fees-1.1. */
            flash_loan_fees_usd_f?: null;
            /** @description What is missing most: the reason of the longest gap, which is not_polled (no indexer ran), rate_limited (calls waited for a limit), chain_halted (no new bank came), clock_implausible (the time of every endpoint was refused), poll_failed: with the code of another failure, account_missing or quarantined; not_rolled_up where the period was read and is not computed yet; interest_unknown where all was observed and the interest cannot be told, because the cumulative rate fell. Null: null where nothing is missing. Source: ledger of the gaps. Method: ingest-1.0. */
            gap_reason_str?: string | null;
            /** @description Amount of the interest that borrowers paid. Unit: token (base units / 10^token_decimals, not the UI amount of a Token-2022 mint). Null: null where the interest is not known. Source: interest_raw / 10^token_decimals, as the nearest double. Method: fees-1.1. */
            interest_f?: number | null;
            /** @description Amount of the the part of it that comes from the fixed host rate. Unit: token (base units / 10^token_decimals, not the UI amount of a Token-2022 mint). Null: null where the interest is not known. Source: interest_host_raw / 10^token_decimals, as the nearest double. Method: fees-1.1. */
            interest_host_f?: number | null;
            /** @description Exact amount of the the part of it that comes from the fixed host rate. Unit: base units. Null: null where the interest is not known. Source: interest of each stretch between two states of the account, added up; supply side + protocol + referrer + host give the interest exactly. Method: fees-1.1. */
            interest_host_raw?: string | null;
            /** @description USD value of the the part of it that comes from the fixed host rate. Unit: USD. Null: null where the interest of no reserve of the row is known, or none of it had a price. Source: interest_host_usd_raw, as the nearest double. Method: fees-1.1. */
            interest_host_usd_f?: number | null;
            /** @description Exact USD value of the the part of it that comes from the fixed host rate. Unit: USD. Null: null where the interest of no reserve of the row is known, or none of it had a price. Source: interest of each stretch between two states of the account times the price in force in it, rounded down in the protocol’s fixed point, added up; supply side + protocol + referrer + host give the interest exactly. Method: fees-1.1. */
            interest_host_usd_raw?: string | null;
            /** @description Amount of the the part of it that the protocol takes from the variable rate. Unit: token (base units / 10^token_decimals, not the UI amount of a Token-2022 mint). Null: null where the interest is not known. Source: interest_protocol_raw / 10^token_decimals, as the nearest double. Method: fees-1.1. */
            interest_protocol_f?: number | null;
            /** @description Exact amount of the the part of it that the protocol takes from the variable rate. Unit: base units. Null: null where the interest is not known. Source: interest of each stretch between two states of the account, added up; supply side + protocol + referrer + host give the interest exactly. Method: fees-1.1. */
            interest_protocol_raw?: string | null;
            /** @description USD value of the the part of it that the protocol takes from the variable rate. Unit: USD. Null: null where the interest of no reserve of the row is known, or none of it had a price. Source: interest_protocol_usd_raw, as the nearest double. Method: fees-1.1. */
            interest_protocol_usd_f?: number | null;
            /** @description Exact USD value of the the part of it that the protocol takes from the variable rate. Unit: USD. Null: null where the interest of no reserve of the row is known, or none of it had a price. Source: interest of each stretch between two states of the account times the price in force in it, rounded down in the protocol’s fixed point, added up; supply side + protocol + referrer + host give the interest exactly. Method: fees-1.1. */
            interest_protocol_usd_raw?: string | null;
            /** @description Exact amount of the interest that borrowers paid. Unit: base units. Null: null where the interest is not known. Source: interest of each stretch between two states of the account, added up; supply side + protocol + referrer + host give the interest exactly. Method: fees-1.1. */
            interest_raw?: string | null;
            /** @description Amount of the the largest part of it that referrers can have got: without a referrer of the borrower it went to the protocol. Unit: token (base units / 10^token_decimals, not the UI amount of a Token-2022 mint). Null: null where the interest is not known. Source: interest_referrer_max_raw / 10^token_decimals, as the nearest double. Method: fees-1.1. */
            interest_referrer_max_f?: number | null;
            /** @description Exact amount of the the largest part of it that referrers can have got: without a referrer of the borrower it went to the protocol. Unit: base units. Null: null where the interest is not known. Source: interest of each stretch between two states of the account, added up; supply side + protocol + referrer + host give the interest exactly. Method: fees-1.1. */
            interest_referrer_max_raw?: string | null;
            /** @description USD value of the the largest part of it that referrers can have got: without a referrer of the borrower it went to the protocol. Unit: USD. Null: null where the interest of no reserve of the row is known, or none of it had a price. Source: interest_referrer_max_usd_raw, as the nearest double. Method: fees-1.1. */
            interest_referrer_max_usd_f?: number | null;
            /** @description Exact USD value of the the largest part of it that referrers can have got: without a referrer of the borrower it went to the protocol. Unit: USD. Null: null where the interest of no reserve of the row is known, or none of it had a price. Source: interest of each stretch between two states of the account times the price in force in it, rounded down in the protocol’s fixed point, added up; supply side + protocol + referrer + host give the interest exactly. Method: fees-1.1. */
            interest_referrer_max_usd_raw?: string | null;
            /** @description Amount of the the part of it that went to suppliers, without what referrers may get. Unit: token (base units / 10^token_decimals, not the UI amount of a Token-2022 mint). Null: null where the interest is not known. Source: interest_supply_side_raw / 10^token_decimals, as the nearest double. Method: fees-1.1. */
            interest_supply_side_f?: number | null;
            /** @description Exact amount of the the part of it that went to suppliers, without what referrers may get. Unit: base units. Null: null where the interest is not known. Source: interest of each stretch between two states of the account, added up; supply side + protocol + referrer + host give the interest exactly. Method: fees-1.1. */
            interest_supply_side_raw?: string | null;
            /** @description USD value of the the part of it that went to suppliers, without what referrers may get. Unit: USD. Null: null where the interest of no reserve of the row is known, or none of it had a price. Source: interest_supply_side_usd_raw, as the nearest double. Method: fees-1.1. */
            interest_supply_side_usd_f?: number | null;
            /** @description Exact USD value of the the part of it that went to suppliers, without what referrers may get. Unit: USD. Null: null where the interest of no reserve of the row is known, or none of it had a price. Source: interest of each stretch between two states of the account times the price in force in it, rounded down in the protocol’s fixed point, added up; supply side + protocol + referrer + host give the interest exactly. Method: fees-1.1. */
            interest_supply_side_usd_raw?: string | null;
            /** @description USD value of the interest that borrowers paid. Unit: USD. Null: null where the interest of no reserve of the row is known, or none of it had a price. Source: interest_usd_raw, as the nearest double. Method: fees-1.1. */
            interest_usd_f?: number | null;
            /** @description Exact USD value of the interest that borrowers paid. Unit: USD. Null: null where the interest of no reserve of the row is known, or none of it had a price. Source: interest of each stretch between two states of the account times the price in force in it, rounded down in the protocol’s fixed point, added up; supply side + protocol + referrer + host give the interest exactly. Method: fees-1.1. */
            interest_usd_raw?: string | null;
            /** @description Address of the lending market. Null: never. Source: Reserve account, offset 32 (kamino); Reserve account, offset 10 (save). Method: account-1.0. */
            lending_market?: string;
            /** @description Name of the lending market: the one on chain, else the label of a known market, else an empty string. Null: never. Source: LendingMarket account, offset 3248; a label of known markets where it is empty (kamino); label of a known market (save). Method: account-1.0. */
            lending_market_name?: string;
            /** @description Bonus that liquidators were paid. Unit: USD. Null: always null: transactions are not indexed, so it is unknown and not 0. Source: transactions. Method: fees-1.1. */
            liquidation_fees_usd_f?: null;
            /** @description Share of the protocol in liquidation bonuses. Unit: USD. Null: always null: transactions are not indexed, so it is unknown and not 0. Source: transactions. Method: fees-1.1. */
            liquidation_protocol_usd_f?: null;
            /** @description Fees that borrowers paid when they borrowed. Unit: USD. Null: always null: transactions are not indexed, so it is unknown and not 0. Source: transactions. Method: fees-1.1. */
            origination_fees_usd_f?: null;
            /** @description Address of the reserve. Null: never. Source: address of the Reserve account. Method: account-1.0. */
            reserve?: string;
            /** @description What the protocol and its hosts keep. A lower bound: up to interest_referrer_max_usd_f of it is counted to the supply side. Unit: USD. Null: null where the interest of no reserve of the row is known, or none of it had a price. Source: interest_protocol_usd_raw + interest_host_usd_raw, as the nearest double. Method: fees-1.1. */
            revenue_usd_f?: number | null;
            /** @description What suppliers and referrers get. An upper bound, as revenue_usd_f is a lower one; both together are fees_usd_f. Unit: USD. Null: null where the interest of no reserve of the row is known, or none of it had a price. Source: interest_supply_side_usd_raw + interest_referrer_max_usd_raw, as the nearest double. Method: fees-1.1. */
            supply_side_usd_f?: number | null;
            /** @description Start of the period. Unit: unix seconds. Null: never. Source: UTC time divided by the width of the rows. Method: fees-1.1. */
            timestamp?: number;
            /** @description Mint address of the token that is lent. Null: never. Source: Reserve account, offset 128 (kamino); Reserve account, offset 42 (save). Method: account-1.0. */
            token_address?: string;
            /** @description Symbol of the token, an empty string where none is known. Not unique, and of unlisted markets whatever their creator wrote: tokens are told apart by token_address. Null: never. Source: name in the account of the reserve, else as token_symbol_origin_str says. Method: account-1.0. */
            token_symbol?: string;
            /** @description Reserves whose interest is not, or not throughout, known: it is not computed yet, no read tells it, or the cumulative rate fell. Unit: reserves. Null: never. Source: counted. Method: fees-1.1. */
            unknown_reserve_count?: number;
            /** @description Reserves whose interest is known and could not, or not throughout, be valued in USD. What could be is in the sums. Unit: reserves. Null: never. Source: counted. Method: fees-1.1. */
            unpriced_reserve_count?: number;
        };
        Health: {
            /** @enum {string} */
            status_str: "ok";
            uptime_seconds: number;
            version: string;
        };
        HealthEnvelope: {
            data: components["schemas"]["Health"];
            /**
             * @description HTTP status of the answer.
             * @enum {number}
             */
            status: 200;
        };
        HistoryEnvelope: {
            /** @description By reserve, then by time. */
            data: components["schemas"]["HistoryRow"][];
            meta: components["schemas"]["HistoryMeta"];
            /**
             * @description HTTP status of the answer.
             * @enum {number}
             */
            status: 200;
        };
        /** @description A stretch of time that was not observed. */
        HistoryGap: {
            /** @description Start of the gap: the last read before it. Unit: unix seconds. Null: never. Source: ledger of gaps. Method: ingest-1.0. */
            from: number;
            /** @description Reason of the gap, as in the rows. Null: never. Source: ledger of gaps. Method: history-1.1. */
            gap_reason_str: string;
            /** @description Address of the reserve. Null: null where the gap is one of all reserves. Source: address of the Reserve account. Method: account-1.0. */
            reserve: string | null;
            /** @description End of the gap: the first read after it. Unit: unix seconds. Null: never. Source: ledger of gaps. Method: ingest-1.0. */
            to: number;
        };
        HistoryMeta: {
            /**
             * @description What the numbers of a bucket are: close, open, min, max or twavg, the mean over the observed time (of an APY that of the mean APR). Null: null where the rows are single reads. Source: parameter agg. Method: history-1.1.
             * @enum {string|null}
             */
            agg_str: "close" | "open" | "min" | "max" | "twavg" | null;
            /** @description Newest chain time that a row of the answer is as of. Unit: unix seconds. Null: null where no row has values. Source: close of the newest row. Method: ingest-1.0. */
            as_of: number | null;
            /** @description Number of rows in data. Unit: rows. Null: never. Source: counted. Method: ingest-1.0. */
            count: number;
            /** @description In words: why the answer has no rows, and what would give some. Null: null where it has rows, or where some follow. Source: from the range and from when each of what was asked for was seen first. Method: ingest-1.0. */
            empty_reason_str: string | null;
            /**
             * @description What was done about buckets that were not observed: none, null or locf. Null: null where the rows are single reads. Source: parameter fill. Method: history-1.1.
             * @enum {string|null}
             */
            fill_str: "none" | "null" | "locf" | null;
            /** @description Start of the range, which belongs to it. Unit: unix seconds. Null: never. Source: parameter from, or a default before to. Method: ingest-1.0. */
            from: number;
            /** @description Gaps of the reserves of the rows within the range, oldest first for each reserve. */
            gaps: components["schemas"]["HistoryGap"][];
            /** @description True where there are more gaps than the list holds. Unit: boolean. Null: never. Source: counted. Method: history-1.1. */
            gaps_truncated_b: boolean;
            /**
             * @description Width of the rows: raw, 15m, 1h, 4h or 1d. Null: never. Source: parameter interval. Method: history-1.1.
             * @enum {string}
             */
            interval_str: "raw" | "15m" | "1h" | "4h" | "1d";
            /** @description Version of the method of the rows. Null: never. Source: constant of the service. Method: history-1.1. */
            methodology: string;
            /** @description Value of cursor for the rows that follow. Null: null where no rows follow. Source: made from the last row. Method: ingest-1.0. */
            next_cursor: string | null;
            /** @description Newest slot among the rows of the answer. Unit: slots. Null: null where no row has values. Source: between the banks of the reads around it, by time. Method: history-1.1. */
            slot: number | null;
            /**
             * @description What the caller counts as: public or key. Null: never. Source: header X-SERVICE-API-KEY. Method: history-1.1.
             * @enum {string}
             */
            tier_str: "public" | "key";
            /** @description End of the range, which does not belong to it. Unit: unix seconds. Null: never. Source: parameter to, or the end of the bucket of now. Method: ingest-1.0. */
            to: number;
        };
        /** @description One reserve over one bucket, or at one stored read. All columns are there unless the parameter fields names some. */
        HistoryRow: {
            /** @description Available amount at the slot, rewards that fell due included. At the close of the bucket, whatever agg is. Unit: base units. Null: null where the bucket was not observed and nothing was filled in. Source: available_amount_raw moved to slot with the program’s arithmetic. Method: accrual-1.0. */
            accrued_available_amount_raw?: string | null;
            /** @description Borrowed amount at the slot, interest included. At the close of the bucket, whatever agg is. Unit: base units. Null: null where the bucket was not observed and nothing was filled in. Source: borrowed_amount_raw moved to slot with the program’s arithmetic. Method: accrual-1.0. */
            accrued_borrowed_amount_raw?: string | null;
            /** @description Index of the debt at the slot: what one unit borrowed at the start has grown to. At the close of the bucket, whatever agg is. Unit: factor. Null: null where the bucket was not observed and nothing was filled in. Source: cumulative_borrow_rate_raw moved to slot with the program’s arithmetic. Method: accrual-1.0. */
            accrued_cumulative_borrow_rate_raw?: string | null;
            /** @description Supplied amount at the slot. At the close of the bucket, whatever agg is. Unit: base units. Null: null where the bucket was not observed and nothing was filled in. Source: available + borrowed − protocol fees − referrer fees − pending referrer fees, all at slot. Method: accrual-1.0. */
            accrued_total_supply_raw?: string | null;
            /** @description Amount that lies in the reserve and is not lent out. What it is of a bucket, agg says. Unit: token (base units / 10^token_decimals, not the UI amount of a Token-2022 mint). Null: null where the bucket was not observed and nothing was filled in. Source: accrued_available_amount_raw / 10^token_decimals, as the nearest double. Method: accrual-1.0. */
            available_amount_f?: number | null;
            /** @description Available amount in USD at the price that the protocol itself holds. What it is of a bucket, agg says. Unit: USD. Null: null where the bucket was not observed and nothing was filled in, or the account held no price. Source: available amount × price_raw, as the nearest double. Method: usd-1.1. */
            available_amount_usd_f?: number | null;
            /** @description Yearly rate that borrowers pay now, without compounding. What it is of a bucket, agg says. Unit: fraction per year. Null: null where the bucket was not observed and nothing was filled in. Source: (curve(utilization) + host fixed rate) × f, f = 500 / slot_duration_ms on the slot basis and 1 on the time basis. Method: rates-1.0. */
            borrow_apr_f?: number | null;
            /** @description Yearly rate that borrowers pay now, with compounding. What it is of a bucket, agg says. Unit: fraction per year. Null: null where the bucket was not observed and nothing was filled in. Source: (1 + borrow_apr / n)^n − 1, n = 63,072,000 on the slot basis and 31,536,000 on the time basis. Method: rates-1.0. */
            borrow_apy_f?: number | null;
            /** @description What borrowers really paid over the bucket, per year, with compounding. Unit: fraction per year. Null: null where the bucket was not observed, the rate fell, or the row is a single read. Source: (cumulative borrow rate at the close / at the open)^(31,536,000 / seconds between them) − 1. Method: history-1.1. */
            borrow_apy_realised_f?: number | null;
            /** @description Total amount owed by borrowers, interest up to the slot included. What it is of a bucket, agg says. Unit: token (base units / 10^token_decimals, not the UI amount of a Token-2022 mint). Null: null where the bucket was not observed and nothing was filled in. Source: accrued_borrowed_amount_raw / 10^token_decimals, as the nearest double. Method: accrual-1.0. */
            borrowed_amount_f?: number | null;
            /** @description Borrowed amount in USD at the price that the protocol itself holds. What it is of a bucket, agg says. Unit: USD. Null: null where the bucket was not observed and nothing was filled in, or the account held no price. Source: borrowed amount × price_raw, as the nearest double. Method: usd-1.1. */
            borrowed_amount_usd_f?: number | null;
            /** @description Collateral tokens in existence. At the close of the bucket, whatever agg is. Unit: base units. Null: null where the bucket was not observed and nothing was filled in. Source: Reserve account, offset 2592. Method: account-1.0. */
            collateral_supply_raw?: string | null;
            /** @description Share of the bucket that reads cover. Time before the reserve was first seen, and time that has not passed yet, does not count. Unit: fraction. Null: null where the bucket has not been rolled up, or the row is a single read. Source: seconds between reads that are no further apart than a gap begins / seconds of the bucket that have passed. Method: history-1.1. */
            coverage_f?: number | null;
            /**
             * @description Why the state at the close is certain: same_account (a later read found the account unchanged), later_account (a later read found an account written before the moment), index_continuity (the cumulative rate of the next read is to the bit what this account accrues to). Null: null where it is not proven, or there are no values. Source: comparison with the next read. Method: history-1.1.
             * @enum {string|null}
             */
            edge_proof_str?: "same_account" | "later_account" | "index_continuity" | null;
            /** @description Age of the read that the values come from, at the moment that they are as of. Negative where a later read found an account that had been written before the moment. Unit: seconds. Null: null where there are no values. Source: moment − chain time of the read. Method: history-1.1. */
            evidence_age_seconds?: number | null;
            /** @description True where the values repeat those of an earlier row. Unit: boolean. Null: never. Source: parameter fill=locf. Method: history-1.1. */
            filled_b?: boolean;
            /** @description False while later reads may still change the row. Unit: boolean. Null: never. Source: a read exists at or after its end. Method: history-1.1. */
            final_b?: boolean;
            /** @description Reason of the longest gap: not_polled (no indexer ran), rate_limited (calls waited for a limit), chain_halted (no new bank came), clock_implausible (the time of every endpoint was refused), poll_failed: with the code of another failure, account_missing or quarantined; not_rolled_up where the time was read and is not computed yet. Null: null where there is no gap. Source: ledger of gaps. Method: history-1.1. */
            gap_reason_str?: string | null;
            /** @description Interest that borrowers paid in the bucket, observed or not: the cumulative rate carries it through gaps. Buckets add up: those of a range, however it is cut, give the interest of the range. Unit: token (base units / 10^token_decimals, not the UI amount of a Token-2022 mint). Null: null where no read before or after tells it, the rate fell, or the row is a single read. Source: growth of the debt by the cumulative borrow rate, state by state. Method: history-1.1. */
            interest_f?: number | null;
            /** @description Share of the time of the bucket whose interest is in interest_usd_f: all of it or none of an hour or less, of a longer bucket that of its priced hours. 1: interest_usd_f lacks nothing. Unit: fraction. Null: null where no time had passed, the bucket has not been rolled up, or the row is a single read. Source: seconds of the hours whose interest is known and was priced throughout / seconds of the bucket that had passed. Method: history-1.1. */
            interest_priced_share_f?: number | null;
            /** @description The same in USD, at the prices that the protocol held while it accrued. Of four hours and of a day the sum of the hours that have it, as in the fees of a protocol: interest_priced_share_f says how much that is. Unit: USD. Null: null where interest_priced_share_f is 0, or the row is a single read. Source: Σ interest of a state × its price, over the hours that were priced throughout. Method: history-1.1. */
            interest_usd_f?: number | null;
            /** @description Slot at which the program last refreshed the reserve. Unit: slots. Null: null where the row is a bucket. Source: Reserve account, offset 16. Method: account-1.0. */
            last_update_slot?: number | null;
            /** @description Address of the lending market. Null: never. Source: Reserve account, offset 32 (kamino); Reserve account, offset 10 (save). Method: account-1.0. */
            lending_market?: string;
            /** @description Name of the lending market: the one on chain, else the label of a known market, else an empty string. Null: never. Source: LendingMarket account, offset 3248; a label of known markets where it is empty (kamino); label of a known market (save). Method: account-1.0. */
            lending_market_name?: string;
            /** @description True where the lending market is listed. Anybody can create a market and name it at will: sums over markets count those alone that are listed, by the committed list of the protocol or by a setting of the operator. Unit: boolean. Null: never. Source: address of the lending market is in the registry of the protocol, or in LISTED_MARKETS; false where its account was never read. Method: aggregate-1.1. */
            listed_b?: boolean;
            /** @description Reads of the account in the bucket, changed or not. Unit: reads. Null: null where the bucket has not been rolled up, begins or ends within a run of reads that is counted as a whole (below an hour), or the row is a single read. Source: counted. Method: history-1.1. */
            observations?: number | null;
            /** @description Price of one token that the reserve account holds, however old it is. What it is of a bucket, agg says. Unit: USD per token. Null: null where the bucket was not observed and nothing was filled in, or the account held no price. Source: price_raw, as the nearest double. Method: usd-1.1. */
            price_usd_f?: number | null;
            /**
             * @description ok: observed throughout. partial: with a gap. missing: not observed at all, so there are no numbers. Null: never. Source: coverage_f. Method: history-1.1.
             * @enum {string}
             */
            quality_str?: "ok" | "partial" | "missing";
            /** @description Address of the reserve. Null: never. Source: address of the Reserve account. Method: account-1.0. */
            reserve?: string;
            /** @description Yearly rate of the reserve’s own rewards, which are added to the supplied amount. Not part of supply_apr_f or supply_apy_f. What it is of a bucket, agg says. Unit: fraction per year. Null: null where the bucket was not observed and nothing was filled in. Source: min(rewards per unit × n / supplied, market cap of the rewards rate) × f; 0 when the budget is empty. Method: rates-1.0. */
            rewards_apr_f?: number | null;
            /** @description Slot at the close of the bucket; with interval=raw the slot of the read. Unit: slots. Null: null where the bucket was not observed and nothing was filled in. Source: between the banks of the reads around it, by time. Method: history-1.1. */
            slot?: number | null;
            /** @description Reads among them that were stored: the account had changed, or the heartbeat was due. Unit: reads. Null: null where the bucket has not been rolled up. Source: counted. Method: history-1.1. */
            snapshots?: number | null;
            /** @description Total amount supplied to the reserve. Fees that belong to the protocol and to referrers are not part of it, so available + borrowed is a little more. What it is of a bucket, agg says. Unit: token (base units / 10^token_decimals, not the UI amount of a Token-2022 mint). Null: null where the bucket was not observed and nothing was filled in. Source: accrued_total_supply_raw / 10^token_decimals, as the nearest double. Method: accrual-1.0. */
            supplied_amount_f?: number | null;
            /** @description Supplied amount in USD at the price that the protocol itself holds. What it is of a bucket, agg says. Unit: USD. Null: null where the bucket was not observed and nothing was filled in, or the account held no price. Source: supplied amount × price_raw, as the nearest double. Method: usd-1.1. */
            supplied_amount_usd_f?: number | null;
            /** @description Yearly rate that suppliers earn from interest now, without compounding and without rewards. What it is of a bucket, agg says. Unit: fraction per year. Null: null where the bucket was not observed and nothing was filled in. Source: utilization × curve(utilization) × f × (1 − protocol take rate). Method: rates-1.0. */
            supply_apr_f?: number | null;
            /** @description Yearly rate that suppliers earn from interest now, with compounding and without rewards. What it is of a bucket, agg says. Unit: fraction per year. Null: null where the bucket was not observed and nothing was filled in. Source: (1 + supply_apr / n)^n − 1, n as for borrow_apy_f. Method: rates-1.0. */
            supply_apy_f?: number | null;
            /** @description What suppliers really earned over the bucket, per year, with compounding; the reserve’s own rewards are in it, and losses make it negative. Unit: fraction per year. Null: null where the bucket was not observed, no collateral token existed, or the row is a single read. Source: ((supplied / collateral tokens) at the close / at the open)^(31,536,000 / seconds between them) − 1. Method: history-1.1. */
            supply_apy_realised_f?: number | null;
            /** @description Yearly rate that suppliers earn now, from interest and the reserve’s own rewards: the sum of both, as sites that list yields add them. Rewards are not compounded in it, so what suppliers really earn (supply_apy_realised_f) can be a little more. Rewards that are paid apart from the reserve are not in it. What it is of a bucket, agg says. Unit: fraction per year. Null: null where the bucket was not observed and nothing was filled in, and with agg=min and agg=max: the extremes of a sum are not those of its parts. Source: supply_apy_f + rewards_apr_f. Method: rates-1.0. */
            supply_apy_total_f?: number | null;
            /** @description Start of the bucket, in UTC; with interval=raw the chain time of the read. Unit: unix seconds. Null: never. Source: parameter interval. Method: ingest-1.0. */
            timestamp?: number;
            /** @description Mint address of the token that is lent. Null: never. Source: Reserve account, offset 128 (kamino); Reserve account, offset 42 (save). Method: account-1.0. */
            token_address?: string;
            /** @description Symbol of the token, an empty string where none is known. Not unique, and of unlisted markets whatever their creator wrote: tokens are told apart by token_address. Null: never. Source: name in the account of the reserve, else as token_symbol_origin_str says. Method: account-1.0. */
            token_symbol?: string;
            /** @description Share of the supplied amount that is borrowed. The value of the program can pass 1 by the share of uncollected fees; the twelve-field rows hold it to 0..1, SQL and all other endpoints do not. What it is of a bucket, agg says. Unit: fraction. Null: null where the bucket was not observed and nothing was filled in. Source: borrowed / supplied; 0 when nothing is supplied. Method: accrual-1.0. */
            utilization_f?: number | null;
        };
        InfoMeta: {
            /** @description Newest chain time among the rows of the answer. Unit: unix seconds. Null: null where there is no row. Source: largest timestamp of the rows. Method: ingest-1.0. */
            as_of: number | null;
            /** @description Number of rows in data. Unit: rows. Null: never. Source: counted. Method: ingest-1.0. */
            count: number;
        };
        /** @description Fields of reserves of kamino. */
        KaminoReserveOwn: {
            /** @description Share of the interest that goes to referrers, as the account holds it. Unit: fraction. Null: never. Source: Reserve account, offset 392. Method: account-1.0. */
            absolute_referral_rate_raw: string;
            /** @description Protocol fees that have accrued and are not collected, as the account holds them. Unit: base units. Null: never. Source: Reserve account, offset 344. Method: account-1.0. */
            accumulated_protocol_fees_raw: string;
            /** @description Bonus of a liquidator when a position owes more than it holds. Unit: basis points. Null: never. Source: Reserve account, offset 4878. Method: config-1.0. */
            bad_debt_liquidation_bonus_bps: number;
            /** @description Largest amount that may be borrowed outside elevation groups. 18446744073709551615 (the largest u64) means unlimited. Unit: base units. Null: never. Source: Reserve account, offset 5504. Method: config-1.0. */
            borrow_limit_outside_elevation_group_raw: string;
            /** @description Amount borrowed outside elevation groups. Unit: base units. Null: never. Source: Reserve account, offset 6704. Method: account-1.0. */
            borrowed_outside_elevation_group_raw: string;
            /** @description What may be borrowed, net, in one interval of the debt withdrawal cap. Signed. Unit: base units. Null: never. Source: Reserve account, offset 5448. Method: config-1.0. */
            debt_cap_capacity_raw: string;
            /** @description Net borrows counted in the interval of the cap. Signed, often negative. Unit: base units. Null: never. Source: Reserve account, offset 5456. Method: account-1.0. */
            debt_cap_current_raw: string;
            /** @description Length of the interval of the debt withdrawal cap. 0 means no cap. Unit: seconds. Null: null beyond 2^53 − 1. Source: Reserve account, offset 5472. Method: config-1.0. */
            debt_cap_interval_seconds: number | null;
            /** @description Start of the running interval of the debt withdrawal cap. Unit: unix seconds. Null: null where the account holds 0. Source: Reserve account, offset 5464. Method: account-1.0. */
            debt_cap_interval_start_timestamp: number | null;
            /** @description What suppliers may withdraw, net, in one interval of the deposit withdrawal cap. Signed. Unit: base units. Null: never. Source: Reserve account, offset 5416. Method: config-1.0. */
            deposit_cap_capacity_raw: string;
            /** @description Net withdrawals of suppliers counted in the interval of the cap. Signed, often negative. Unit: base units. Null: never. Source: Reserve account, offset 5424. Method: account-1.0. */
            deposit_cap_current_raw: string;
            /** @description Length of the interval of the deposit withdrawal cap. 0 means no cap. Unit: seconds. Null: null beyond 2^53 − 1. Source: Reserve account, offset 5440. Method: config-1.0. */
            deposit_cap_interval_seconds: number | null;
            /** @description Start of the running interval of the deposit withdrawal cap. Unit: unix seconds. Null: null where the account holds 0. Source: Reserve account, offset 5432. Method: account-1.0. */
            deposit_cap_interval_start_timestamp: number | null;
            /** @description True while the reserve itself is in emergency mode. Unit: boolean. Null: never. Source: Reserve account, offset 4864 is not 0. Method: config-1.0. */
            emergency_mode_b: boolean;
            /** @description Fixed rate that is added to the borrow rate and goes to the protocol. Unit: basis points per year. Null: never. Source: Reserve account, offset 4858. Method: config-1.0. */
            host_fixed_interest_rate_bps: number;
            /** @description Share of the protocol’s interest that a referrer gets. Unit: basis points. Null: null while the account of the market has not been read. Source: LendingMarket account, offset 120. Method: config-1.0. */
            lending_market_referral_fee_bps: number | null;
            /** @description Cap of the market on the rate of reserve rewards. Unit: basis points per year. Null: null while the account of the market has not been read. Source: LendingMarket account, offset 3358. Method: config-1.0. */
            lending_market_rewards_max_apr_bps: number | null;
            /** @description Age up to which the program accepts the price. Unit: seconds. Null: null beyond 2^53 − 1. Source: Reserve account, offset 5096. Method: config-1.0. */
            max_price_age_seconds: number | null;
            /** @description Referrer fees that are not assigned to a referrer yet, as the account holds them. Unit: base units. Null: never. Source: Reserve account, offset 376. Method: account-1.0. */
            pending_referrer_fees_raw: string;
            /** @description Collateral tokens that wait in the withdraw queue. Unit: base units. Null: never. Source: Reserve account, offset 6968. Method: account-1.0. */
            queued_collateral_raw: string;
            /** @description Budget of the reserve’s own rewards that is left. Unit: base units. Null: never. Source: Reserve account, offset 440. Method: account-1.0. */
            rewards_available_raw: string;
            /** @description Utilization above which the program refuses new borrows. 0 means no such limit. Unit: percent. Null: never. Source: Reserve account, offset 5501. Method: config-1.0. */
            utilization_limit_block_borrowing_pct: number;
        };
        /** @description What the key may do. */
        KeyLimits: {
            /** @description CSV and NDJSON exports and streams that may be under way with the API key at the same time. Unit: answers. Null: never. Source: the limit of the key, else that of the deployment. Method: ingest-1.0. */
            concurrent_exports: number;
            /** @description Requests that may be made with the API key in a minute, which begins with the first of them. Unit: requests per minute. Null: never. Source: the limit of the key, else that of the deployment. Method: ingest-1.0. */
            requests_per_minute: number;
        };
        /** @description An API key, its limits, and what was asked with it over the last 30 days. */
        KeyUsage: {
            /** @description When the API key was issued. Unit: unix seconds. Null: never. Source: clock of the operator. Method: ingest-1.0. */
            created_timestamp: number;
            /** @description When the API key ends. Unit: unix seconds. Null: null where no end is settled. Source: settled when the key was issued, or its end after a rotation. Method: ingest-1.0. */
            expires_timestamp: number | null;
            /** @description First characters of the API key, to tell keys apart by. Null: never. Source: kept when the key was issued. Method: ingest-1.0. */
            key_prefix: string;
            /** @description Newest request with the API key that is stored. Unit: unix seconds. Null: null before the first. Source: clock of the API. Method: ingest-1.0. */
            last_used_timestamp: number | null;
            limits: components["schemas"]["KeyLimits"];
            rate_limit: components["schemas"]["RateLimit"];
            /**
             * @description What the caller counts as: public or key. Null: never. Source: header X-SERVICE-API-KEY. Method: history-1.1.
             * @enum {string}
             */
            tier_str: "key";
            usage: components["schemas"]["KeyUsageRow"][];
            /** @description Name that the API key was issued to. Null: never. Source: given by the operator. Method: ingest-1.0. */
            username: string;
        };
        KeyUsageEnvelope: {
            data: components["schemas"]["KeyUsage"];
            meta: components["schemas"]["KeyUsageMeta"];
            /**
             * @description HTTP status of the answer.
             * @enum {number}
             */
            status: 200;
        };
        KeyUsageMeta: {
            /**
             * Format: date
             * @description First UTC day of the list. Null: never. Source: 29 days before to_day. Method: ingest-1.0.
             */
            from_day: string;
            /**
             * Format: date
             * @description Last UTC day of the list: today. Null: never. Source: clock of the API. Method: ingest-1.0.
             */
            to_day: string;
        };
        /** @description Requests of a day to a route. */
        KeyUsageRow: {
            /**
             * Format: date
             * @description UTC day, as YYYY-MM-DD. Null: never. Source: clock of the API when the request came. Method: ingest-1.0.
             */
            day: string;
            /** @description Those that were refused for a limit. Unit: requests. Null: never. Source: counted. Method: ingest-1.0. */
            limited: number;
            /** @description Requests with the API key, those included that were refused for a limit. Unit: requests. Null: never. Source: counted. Method: ingest-1.0. */
            requests: number;
            /** @description Template of the path that was requested. Null: never. Source: the route that answered. Method: ingest-1.0. */
            route: string;
        };
        Link: {
            /** @description Path below the address of the service; {reserve}, {market} and {mint} stand for addresses, {time} for a moment. */
            href: string;
            /** @enum {string} */
            method: "GET" | "POST";
            /** @description What lies there. */
            name: string;
        };
        /** @description Whether the collateral of a reserve can be sold within what a liquidator gets. */
        LiquidationCoverage: {
            /** @description The same in whole tokens. Unit: token (base units / 10^token_decimals, not the UI amount of a Token-2022 mint). Null: null where the vault was not read. Source: collateral_raw / 10^token_decimals. Method: liquidity-1.1. */
            collateral_f: number | null;
            /** @description Collateral that is posted: receipt tokens in the vault of the reserve times what one is worth. Those in wallets are none; it includes collateral behind no debt. Unit: base units. Null: null where the vault was not read. Source: balance of the receipt vault × accrued supply / receipt tokens in existence. Method: liquidity-1.1. */
            collateral_raw: string | null;
            /** @description The same at the reference price. Unit: USD. Null: null where the vault was not read, or no price is in force. Source: collateral_f × reference price. Method: liquidity-1.1. */
            collateral_usd_f: number | null;
            /** @description The same at a fall of 1 %, for the collateral of this reserve. Unit: factor. Null: null where it is not known: see coverage_gap_str. Source: average depth at 100 bps / posted collateral. Method: liquidity-1.1. */
            coverage_at_100_bps_f: number | null;
            /** @description The same at a fall of 2 %, for the collateral of this reserve. Unit: factor. Null: null where it is not known: see coverage_gap_str. Source: average depth at 200 bps / posted collateral. Method: liquidity-1.1. */
            coverage_at_200_bps_f: number | null;
            /** @description The same at a fall of 5 %, for the collateral of this reserve. Unit: factor. Null: null where it is not known: see coverage_gap_str. Source: average depth at 500 bps / posted collateral. Method: liquidity-1.1. */
            coverage_at_500_bps_f: number | null;
            /** @description The same at a fall of 10 %, for the collateral of this reserve. Unit: factor. Null: null where it is not known: see coverage_gap_str. Source: average depth at 1000 bps / posted collateral. Method: liquidity-1.1. */
            coverage_at_1000_bps_f: number | null;
            /** @description How often the collateral of this reserve alone could be sold at once within the net largest bonus. Not capped. Unit: factor. Null: null where it is not known: see coverage_gap_str. Source: sellable / posted collateral of the reserve. Method: liquidity-1.1. */
            coverage_at_max_bonus_f: number | null;
            /** @description How often the collateral of this reserve alone could be sold at once within the net smallest bonus. Not capped. Unit: factor. Null: null where it is not known: see coverage_gap_str. Source: sellable / posted collateral of the reserve. Method: liquidity-1.1. */
            coverage_at_min_bonus_f: number | null;
            /** @description Why coverage is null. no_collateral: none is posted. vault_not_read: the receipt vault was not read. reserve_not_read: the reserve has no state. Otherwise why the depth of the token is not known, as depth_gap_str. Null: null where coverage is known. Source: read of the reserve and of the pools. Method: liquidity-1.1. */
            coverage_gap_str: string | null;
            /**
             * @description What the arithmetic was compared with. program: a binary of the program gave the same units. sdk: the published SDK did. source: only the source was read, nothing was executed. Of several pools the weakest. Null: null where no pool counts. Source: grade of the source, see docs/use/liquidity. Method: liquidity-1.1.
             * @enum {string|null}
             */
            evidence_str: "program" | "sdk" | "source" | null;
            /** @description Address of the lending market. Null: never. Source: Reserve account, offset 32 (kamino); Reserve account, offset 10 (save). Method: account-1.0. */
            lending_market: string;
            /** @description Name of the lending market: the one on chain, else the label of a known market, else an empty string. Null: never. Source: LendingMarket account, offset 3248; a label of known markets where it is empty (kamino); label of a known market (save). Method: account-1.0. */
            lending_market_name: string;
            /** @description True where more may be sold than the number says: a pool is unknown, holds orders that are left out, or was not read as far. Unit: boolean. Null: never. Source: pools of the token. Method: liquidity-1.1. */
            lower_bound_b: boolean;
            /** @description What the liquidator keeps of the largest bonus, cut off. Unit: basis points. Null: never. Source: largest liquidation bonus × (1 − the protocol’s share of it). Method: liquidity-1.1. */
            max_net_bonus_bps: number;
            /** @description What the liquidator keeps of the smallest bonus, cut off. Unit: basis points. Null: never. Source: smallest liquidation bonus × (1 − the protocol’s share of it). Method: liquidity-1.1. */
            min_net_bonus_bps: number;
            /** @description Pools that count. Unit: pools. Null: never. Source: counted. Method: liquidity-1.1. */
            pools_counted: number;
            /** @description Lending protocol that the account belongs to. Null: never. Source: by the program that owns the account. Method: account-1.0. */
            protocol: string;
            /** @description Age of the reference price at the read of the pools: since it was published, where sources say so, else since it was read. Unit: seconds. Null: null where there is no price. Source: timestamp − publication of the price. Method: liquidity-1.1. */
            reference_age_seconds: number | null;
            /** @description Price of one token that every pool is measured by. Unit: USD. Null: null where no price is in force. Source: price of the token out of several sources, see the prices API. Method: liquidity-1.1. */
            reference_price_usd_f: number | null;
            /** @description The same, exactly. Unit: USD per token. Null: null where no price is in force. Source: newest price of the token. Method: liquidity-1.1. */
            reference_price_usd_raw: string | null;
            /** @description Address of the reserve. Null: never. Source: address of the Reserve account. Method: account-1.0. */
            reserve: string;
            /** @description What can be sold of the token for at least the reference price less the net largest bonus, fees included: average depth. Unit: base units. Null: null where the depth of the token is not known. Source: average depth of the token, over all pools that count. Method: liquidity-1.1. */
            sellable_at_max_bonus_raw: string | null;
            /** @description What can be sold of the token for at least the reference price less the net smallest bonus, fees included: average depth. Unit: base units. Null: null where the depth of the token is not known. Source: average depth of the token, over all pools that count. Method: liquidity-1.1. */
            sellable_at_min_bonus_raw: string | null;
            /** @description Highest slot of them. Unit: slots. Null: null where nothing was read. Source: Clock sysvar of each call. Method: ingest-1.0. */
            slot_max: number | null;
            /** @description Lowest slot of the banks that the numbers are of. Unit: slots. Null: null where nothing was read. Source: Clock sysvar of each call. Method: ingest-1.0. */
            slot_min: number | null;
            /** @description Chain time of the newest bank of the read. Unit: unix seconds. Null: never. Source: Clock sysvar of each call. Method: ingest-1.0. */
            timestamp: number;
            /** @description Mint of the token. Null: never. Source: path. Method: liquidity-1.1. */
            token_address: string;
            /** @description Collateral of all followed reserves that hold the token. Unit: base units. Null: null where no vault of them was read. Source: Σ collateral_raw. Method: liquidity-1.1. */
            token_collateral_raw: string | null;
            /** @description The same over the collateral of all followed reserves that hold the token, which sell into the same pools: the prudent figure. At the net largest bonus of this reserve. Unit: factor. Null: null where it is not known: see coverage_gap_str. Source: sellable / posted collateral of all reserves of the token. Method: liquidity-1.1. */
            token_coverage_at_max_bonus_f: number | null;
            /** @description The same over the collateral of all followed reserves that hold the token, which sell into the same pools: the prudent figure. At the net smallest bonus of this reserve. Unit: factor. Null: null where it is not known: see coverage_gap_str. Source: sellable / posted collateral of all reserves of the token. Method: liquidity-1.1. */
            token_coverage_at_min_bonus_f: number | null;
            /** @description Reserves whose collateral is in token_collateral_raw. Unit: reserves. Null: never. Source: counted. Method: liquidity-1.1. */
            token_reserves: number;
            /** @description Reserves of the token whose vault was not read: token_collateral_raw is too small by theirs. Unit: reserves. Null: never. Source: counted. Method: liquidity-1.1. */
            token_reserves_unknown: number;
            /** @description Symbol of the token, an empty string where none is known. Not unique, and of unlisted markets whatever their creator wrote: tokens are told apart by token_address. Null: never. Source: name in the account of the reserve, else as token_symbol_origin_str says. Method: account-1.0. */
            token_symbol: string;
        };
        LiquidationCoverageEnvelope: {
            /** @description The worst first: by coverage over all reserves of the token at the smallest bonus; unknown ones last. */
            data: components["schemas"]["LiquidationCoverage"][];
            meta: components["schemas"]["LiquidityMeta"];
            /**
             * @description HTTP status of the answer.
             * @enum {number}
             */
            status: 200;
        };
        LiquidationCoverageHistoryEnvelope: {
            /** @description By time. */
            data: components["schemas"]["LiquidationCoverageRow"][];
            meta: components["schemas"]["DepthHistoryMeta"];
            /**
             * @description HTTP status of the answer.
             * @enum {number}
             */
            status: 200;
        };
        /** @description The smallest coverage of a reserve over a bucket, or with interval=raw one stored read. All columns are there unless the parameter fields names some. */
        LiquidationCoverageRow: {
            /** @description Share of the time that had passed which reads cover: two reads cover the time between them where they are no further apart than they may be. Unit: fraction. Null: null where no time had passed, or the row is a single read. Source: observed seconds / elapsed seconds. Method: liquidity-1.1. */
            coverage_f?: number | null;
            /** @description False while later reads may still change the row. Unit: boolean. Null: never. Source: a read exists at or after its end. Method: history-1.1. */
            final_b?: boolean;
            /** @description Why the bucket was not observed throughout: not_polled (no indexer ran), rate_limited (calls waited for a limit), chain_halted (no new bank came), clock_implausible (the time of every endpoint was refused), poll_failed: with the code of another failure; not_rolled_up where nothing is computed of it yet. Null: null where it was. Source: batches of the read. Method: liquidity-1.1. */
            gap_reason_str?: string | null;
            /** @description Reads of the bucket in which the number was known. Unit: reads. Null: never. Source: counted. Method: liquidity-1.1. */
            known_observations?: number;
            /** @description True where more may be sold than the number says: a pool is unknown, holds orders that are left out, or was not read as far. Unit: boolean. Null: never. Source: pools of the token. Method: liquidity-1.1. */
            lower_bound_b?: boolean;
            /** @description Largest posted collateral of the bucket. Unit: base units. Null: null where it was not known in the whole bucket. Source: largest stored collateral_raw. Method: liquidity-1.1. */
            max_collateral_raw?: string | null;
            /** @description Smallest coverage of the bucket, at the smallest bonus. Unit: factor. Null: null where it was not known in the whole bucket. Source: smallest stored coverage_at_min_bonus_f. Method: liquidity-1.1. */
            min_coverage_at_min_bonus_f?: number | null;
            /** @description Smallest amount that could be sold within the smallest bonus. Unit: base units. Null: null where it was not known in the whole bucket. Source: smallest stored sellable_at_min_bonus_raw. Method: liquidity-1.1. */
            min_sellable_at_min_bonus_raw?: string | null;
            /** @description Smallest coverage over all reserves of the token, at the smallest bonus. Unit: factor. Null: null where it was not known in the whole bucket. Source: smallest stored token_coverage_at_min_bonus_f. Method: liquidity-1.1. */
            min_token_coverage_at_min_bonus_f?: number | null;
            /** @description Reads of the bucket. Unit: reads. Null: never. Source: counted. Method: liquidity-1.1. */
            observations?: number;
            /**
             * @description ok: observed throughout. partial: with a gap. missing: not observed at all, so there are no numbers. Null: never. Source: coverage_f. Method: history-1.1.
             * @enum {string}
             */
            quality_str?: "ok" | "partial" | "missing";
            /** @description Address of the reserve. Null: never. Source: address of the Reserve account. Method: account-1.0. */
            reserve?: string;
            /** @description Start of the bucket; with interval=raw the chain time of the read. Unit: unix seconds. Null: never. Source: UTC time. Method: ingest-1.0. */
            timestamp?: number;
            /** @description Mint of the token. Null: never. Source: path. Method: liquidity-1.1. */
            token_address?: string;
            /** @description Symbol of the token, an empty string where none is known. Not unique, and of unlisted markets whatever their creator wrote: tokens are told apart by token_address. Null: never. Source: name in the account of the reserve, else as token_symbol_origin_str says. Method: account-1.0. */
            token_symbol?: string;
        };
        LiquidityMeta: {
            /** @description Newest chain time among the rows of the answer. Unit: unix seconds. Null: null where there is no row. Source: largest timestamp of the rows. Method: ingest-1.0. */
            as_of: number | null;
            /** @description What to read beside the numbers, by the headings of docs/use/liquidity: one_instant, amm_pools_only, shared_pools, correlated_sales, bonus_is_not_profit, posted_collateral. Null: never. Source: constant of the method. Method: liquidity-1.1. */
            caveats: string[];
            /** @description Number of rows in data. Unit: rows. Null: never. Source: counted. Method: ingest-1.0. */
            count: number;
            /** @description Version of the method of the rows. Null: never. Source: constant of the service. Method: liquidity-1.1. */
            methodology: string;
            /** @description Newest slot among the rows of the answer. Unit: slots. Null: null where there is no row, or nothing was read. Source: largest slot of the rows. Method: ingest-1.0. */
            slot: number | null;
        };
        /** @description A pool that pairs a token, and whether it counts for that token or why not. */
        LiquidityPool: {
            /** @description True where the pool is part of the depth of the token; else excluded_reason_str says why not. Unit: boolean. Null: never. Source: rules of depth. Method: liquidity-1.1. */
            counted_b: boolean;
            /** @description What the pool takes of the token until its own price has fallen by 5 %, at the reference price. Unit: USD. Null: null where it is not known, or the pool was left out before. Source: arithmetic of the program. Method: liquidity-1.1. */
            depth_usd_f: number | null;
            /**
             * @description What the arithmetic was compared with. program: a binary of the program gave the same units. sdk: the published SDK did. source: only the source was read, nothing was executed. Of several pools the weakest. Null: never. Source: grade of the source, see docs/use/liquidity. Method: liquidity-1.1.
             * @enum {string}
             */
            evidence_str: "program" | "sdk" | "source";
            /** @description The halt, or what is not known. Null: null where the reason needs none. Source: newest read of the pool. Method: liquidity-1.1. */
            excluded_detail_str: string | null;
            /** @description Why it is not counted: other_pair, no_reference_price, halted, unknown, no_price, stale_price, idle, dust; not_read, refused or missing where nothing was read of it. See docs/use/liquidity. Null: null where it is counted. Source: rules of depth. Method: liquidity-1.1. */
            excluded_reason_str: string | null;
            /**
             * @description How the pool was found: listed (a node listed the accounts of the program that hold the mint) built_in (the committed list, where nodes refuse to) or configured (the settings of the indexer name it). Null: never. Source: search of the indexer. Method: liquidity-1.1.
             * @enum {string}
             */
            found_by_str: "listed" | "built_in" | "configured";
            /** @description Why more can be sold than the numbers say: limit_orders, dynamic_fee. Null: never. Source: account of the pool. Method: liquidity-1.1. */
            lower_bound_reasons: string[];
            /** @description True where the pool and everything that belongs to it were read from one bank; false: the numbers may be torn. Unit: boolean. Null: null while the pool was not read. Source: calls of the read. Method: liquidity-1.1. */
            one_bank_b: boolean | null;
            /** @description Address of the pool. Null: never. Source: address of the account. Method: liquidity-1.1. */
            pool: string;
            /** @description Why: the halt, the unknown part, or the code of the refusal. Null: null where pool_status_str is ok, missing or not_read. Source: newest read of the pool. Method: liquidity-1.1. */
            pool_detail_str: string | null;
            /** @description Price of the pool: base units of token b for one base unit of token a, to 30 significant digits. Unit: factor. Null: null where the pool has no price, or was not read. Source: account of the pool, or its reserves. Method: liquidity-1.1. */
            pool_price_raw: string | null;
            /**
             * @description What came of the newest read. ok: depth is known as far as depth_gap_str says. halted: nothing can be sold, a known 0. unknown: an account was not read, or a way to take fees is not followed. refused: the account could not be decoded. missing: there is no such account. not_read: not yet. Null: never. Source: newest read of the pool. Method: liquidity-1.1.
             * @enum {string}
             */
            pool_status_str: "ok" | "halted" | "unknown" | "refused" | "missing" | "not_read";
            /** @description Time of the last swap or change, as the account states it. Unit: unix seconds. Null: null where the account does not say, or was not read. Source: account of the pool. Method: liquidity-1.1. */
            pool_used_timestamp: number | null;
            /** @description How far the price of the token in the pool lies above the reference prices of both tokens; below where it is negative. Unit: basis points. Null: null where one of the two is not known. Source: (price of the pool / reference − 1) × 10,000. Method: liquidity-1.1. */
            price_gap_bps_f: number | null;
            /**
             * @description direct: the pool pays US dollar stablecoins. via_sol: it pays SOL, which is sold once for all such pools together. Null: null where it is not counted. Source: tokens of the pool. Method: liquidity-1.1.
             * @enum {string|null}
             */
            route_str: "direct" | "via_sol" | null;
            /** @description Why the committed list was used for the token: the code of the failure with which nodes answered. Null: null where they listed the pools. Source: search of the indexer. Method: liquidity-1.1. */
            search_failure_str: string | null;
            /** @description Slot of that read. Unit: slots. Null: null while the pool was not read. Source: Clock sysvar, read in the same call. Method: ingest-1.0. */
            slot: number | null;
            /** @description Exchange program: orca_whirlpool, raydium_clmm, raydium_cpmm, raydium_amm_v4, meteora_dlmm. Null: never. Source: program that owns the pool. Method: liquidity-1.1. */
            source_str: string;
            /** @description Chain time of the newest read of the pool. Unit: unix seconds. Null: null while the pool was not read. Source: Clock sysvar, read in the same call. Method: ingest-1.0. */
            timestamp: number | null;
            /** @description Mint of the token that the pool names first. Null: null while the pool was not read. Source: account of the pool. Method: liquidity-1.1. */
            token_a_address: string | null;
            /** @description Mint of the token that the verdict is about. Null: never. Source: search of the indexer. Method: liquidity-1.1. */
            token_address: string;
            /** @description Mint of the other token of the pool. Null: null while the pool was not read. Source: account of the pool. Method: liquidity-1.1. */
            token_b_address: string | null;
        };
        LiquidityPoolsEnvelope: {
            /** @description By token; pools that count first, the deepest first. */
            data: components["schemas"]["LiquidityPool"][];
            meta: components["schemas"]["LiquidityMeta"];
            /**
             * @description HTTP status of the answer.
             * @enum {number}
             */
            status: 200;
        };
        MarketHistoryEnvelope: {
            /** @description By time. */
            data: components["schemas"]["MarketHistoryRow"][];
            meta: components["schemas"]["AggregateHistoryMeta"];
            /**
             * @description HTTP status of the answer.
             * @enum {number}
             */
            status: 200;
        };
        /** @description All reserves of a lending market at the close of a bucket. All columns are there unless the parameter fields names some. */
        MarketHistoryRow: {
            /** @description What lies in the reserves and is not lent out, in USD at the prices that price_basis_str names. Unit: USD. Null: null where no reserve of the sum has a price. Source: Σ available amount × price over priced reserves. Method: aggregate-1.1. */
            available_usd_f?: number | null;
            /** @description Mean of the borrow APYs, weighted by what is borrowed in USD. Unit: fraction per year. Null: null where no reserve of the sum has a price, or nothing is borrowed. Source: Σ APY × borrowed in USD / Σ borrowed in USD, over priced reserves. Method: aggregate-1.1. */
            borrow_apy_wavg_f?: number | null;
            /** @description What is borrowed, in USD at the prices that price_basis_str names. Unit: USD. Null: null where no reserve of the sum has a price. Source: Σ borrowed amount × price over priced reserves. Method: aggregate-1.1. */
            borrowed_usd_f?: number | null;
            /** @description Share of the bucket in which the expected reserves were observed. Unit: fraction. Null: null where the bucket has not been rolled up for any reserve. Source: Σ observed seconds / Σ seconds of the bucket that have passed and in which the reserve was known. Method: aggregate-1.1. */
            coverage_f?: number | null;
            /** @description False while later reads may still change the row, and for up to a minute or two while the row is one from before a correction of its bucket. Unit: boolean. Null: never. Source: the buckets of all expected reserves are final, and have not changed since the rollup stored the row. Method: aggregate-1.1. */
            final_b?: boolean;
            /** @description What most of the gaps of the reserves are put down to: not_polled (no indexer ran), rate_limited (calls waited for a limit), chain_halted (no new bank came), clock_implausible (the time of every endpoint was refused), poll_failed: with the code of another failure, account_missing or quarantined; not_rolled_up where the time was read and is not computed yet. Null: null where no reserve has a gap. Source: ledger of gaps. Method: aggregate-1.1. */
            gap_reason_str?: string | null;
            /** @description Address of the lending market. Null: never. Source: Reserve account, offset 32 (kamino); Reserve account, offset 10 (save). Method: account-1.0. */
            lending_market?: string;
            /** @description Name of the lending market: the one on chain, else the label of a known market, else an empty string. Null: never. Source: LendingMarket account, offset 3248; a label of known markets where it is empty (kamino); label of a known market (save). Method: account-1.0. */
            lending_market_name?: string;
            /** @description Reserves that the sums lack, because their state is not known: not on chain any more, never read, or not observed in the time of the row. Unit: reserves. Null: never. Source: reserves that are expected − reserves whose state is known. Method: aggregate-1.1. */
            missing_reserve_count?: number;
            /** @description Age of the oldest price in the sums at the close. Unit: seconds. Null: null where no reserve of the sum has a price, one of the prices says no time, or a bucket was rolled up before rollup_version 2. Source: largest of close − time of the price among priced reserves. Method: aggregate-1.1. */
            oldest_price_age_seconds?: number | null;
            /** @description Reserves of the sums that have a price. Sums in USD are over these. Unit: reserves. Null: never. Source: price_raw > 0; with price=aggregate those whose token has a price in force. Method: aggregate-1.1. */
            priced_reserve_count?: number;
            /**
             * @description ok: every expected reserve was observed throughout. partial: some were not, or not throughout; missing_reserve_count reserves are in no sum. missing: none was observed, so there are no numbers. Null: never. Source: quality of the buckets of the reserves. Method: aggregate-1.1.
             * @enum {string}
             */
            quality_str?: "ok" | "partial" | "missing";
            /** @description Reserves that there were in the bucket: first seen before its end, and not gone from the chain before its start. Unit: reserves. Null: never. Source: counted. Method: aggregate-1.1. */
            reserves_expected?: number;
            /** @description Reserves of them that were observed in the bucket. All sums are over these. Unit: reserves. Null: never. Source: counted. Method: aggregate-1.1. */
            reserves_observed?: number;
            /** @description What is supplied, in USD at the prices that price_basis_str names: those that the protocol itself holds, unless others were requested. Unit: USD. Null: null where no reserve of the sum has a price. Source: Σ supplied amount × price over priced reserves. Method: aggregate-1.1. */
            supplied_usd_f?: number | null;
            /** @description Mean of the supply APYs, weighted by what is supplied in USD. Unit: fraction per year. Null: null where no reserve of the sum has a price, or nothing is supplied. Source: Σ APY × supplied in USD / Σ supplied in USD, over priced reserves. Method: aggregate-1.1. */
            supply_apy_wavg_f?: number | null;
            /** @description Start of the bucket, in UTC. Values are those at its close. Unit: unix seconds. Null: never. Source: parameter interval. Method: ingest-1.0. */
            timestamp?: number;
            /** @description Value locked, net of what is borrowed and of fees owed: below available_usd_f, what lies in the vaults and is not lent out, by the fees in there that belong to the protocol and to referrers. Unit: USD. Null: null where no reserve of the sum has a price. Source: Σ (supplied − borrowed) × price over priced reserves, before any rounding. Method: aggregate-1.1. */
            tvl_usd_f?: number | null;
            /** @description Reserves of the sums with a price that there is no verdict on, because the protocol keeps none or the bucket was rolled up before rollup_version 2: usable_price_share_f says nothing of them. Unit: reserves. Null: never. Source: priced reserves without close_price_status. Method: aggregate-1.1. */
            unjudged_reserve_count?: number;
            /** @description Reserves of the sums without a price. What they hold is worth an unknown amount, which no sum in USD has in it. Unit: reserves. Null: never. Source: price_raw is 0; with price=aggregate those whose token has no price in force. Method: aggregate-1.1. */
            unpriced_reserve_count?: number;
            /** @description Reserves of the sums without a price, by address: no sum in USD, and no share of one, has anything of them. Null: never. Source: reserves whose price_raw is 0; with price=aggregate those whose token has no price in force. Method: aggregate-1.1. */
            unpriced_reserves?: string[];
            /** @description Share of what is supplied, in USD and at prices that there is a verdict on, whose price had passed every check of the program at its last refresh before the close; the rest is valued at a price that the program would not have accepted, mostly for its age. Reserves without a verdict are in neither part: unjudged_reserve_count counts them. Nor are those without a price: unpriced_reserves names them. Unit: fraction. Null: null where no reserve of the sum has a price with a verdict, or nothing is supplied in those that have. Source: Σ supplied in USD where close_price_status has all bits of 63 / Σ supplied in USD where there is close_price_status. Method: aggregate-1.1. */
            usable_price_share_f?: number | null;
            /** @description Share of what is supplied that is borrowed, both in USD. Not held to 0..1. Unit: fraction. Null: null where no reserve of the sum has a price. Source: borrowed_usd_f / supplied_usd_f before rounding; 0 when nothing is supplied. Method: aggregate-1.1. */
            utilization_f?: number | null;
        };
        /** @description One reserve of one lending market, with the settings of the market. */
        MarketInfo: {
            /** @description Weight of a debt in this token when a position’s health is computed. At least 1. Unit: factor. Null: never. Source: max(1, Reserve account, offset 5008 / 100). Method: config-1.0. */
            borrow_factor_f: number;
            /** @description Address of the lending market. Null: never. Source: Reserve account, offset 32 (kamino); Reserve account, offset 10 (save). Method: account-1.0. */
            lending_market: string;
            /** @description True while nothing can be borrowed in the market. Unit: boolean. Null: null while the account of the market has not been read, or the protocol has no such setting. Source: LendingMarket account, offset 124 is not 0. Method: config-1.0. */
            lending_market_borrow_disabled_b: boolean | null;
            /** @description True while the whole market is in emergency mode. Unit: boolean. Null: null while the account of the market has not been read, or the protocol has no such setting. Source: LendingMarket account, offset 122 is not 0. Method: config-1.0. */
            lending_market_emergency_mode_b: boolean | null;
            /** @description Chain time since which the market’s account is no longer on chain. Unit: unix seconds. Null: null while the account is on chain. Source: chain clock of the first read that no longer held the account. Method: ingest-1.0. */
            lending_market_missing_since_timestamp: number | null;
            /** @description Name of the lending market: the one on chain, else the label of a known market, else an empty string. Null: never. Source: LendingMarket account, offset 3248; a label of known markets where it is empty (kamino); label of a known market (save). Method: account-1.0. */
            lending_market_name: string;
            /** @description Address that owns the lending market. Null: null while the account of the market has not been read. Source: LendingMarket account, offset 24. Method: config-1.0. */
            lending_market_owner: string | null;
            /** @description Currency that the market values positions in. Null: null while the account of the market has not been read. Source: LendingMarket account, offset 88, text up to the first NUL. Method: config-1.0. */
            lending_market_quote_currency_str: string | null;
            /** @description Share of the protocol’s interest that a referrer gets. Unit: fraction. Null: null while the account of the market has not been read, or the protocol has no such setting. Source: LendingMarket account, offset 120 / 10,000. Method: config-1.0. */
            lending_market_referral_fee_f: number | null;
            /** @description Cap of the market on the rate of reserve rewards. Unit: fraction per year. Null: null while the account of the market has not been read, or the protocol has no such setting. Source: LendingMarket account, offset 3358 / 10,000. Method: config-1.0. */
            lending_market_rewards_max_apr_f: number | null;
            /** @description Loan to value at which a position in this collateral can be liquidated. Unit: fraction. Null: never. Source: Reserve account, offset 4873 / 100. Method: config-1.0. */
            liquidation_threshold_f: number;
            /** @description True where the lending market is listed. Anybody can create a market and name it at will: sums over markets count those alone that are listed, by the committed list of the protocol or by a setting of the operator. Unit: boolean. Null: never. Source: address of the lending market is in the registry of the protocol, or in LISTED_MARKETS; false where its account was never read. Method: aggregate-1.1. */
            listed_b: boolean;
            /** @description How much may be borrowed against one unit of value of this collateral. Unit: fraction. Null: never. Source: Reserve account, offset 4872 / 100. Method: config-1.0. */
            loan_to_value_f: number;
            /** @description Address of the reserve. Null: never. Source: address of the Reserve account. Method: account-1.0. */
            reserve: string;
            /**
             * @description Status of the reserve: active, obsolete or hidden. Where the program has no status, a reserve is obsolete with both limits at 0, else active. Null: never. Source: Reserve account, offset 4856. Method: config-1.0.
             * @enum {string}
             */
            status_str: "active" | "obsolete" | "hidden";
            /** @description Time of the row: the chain clock of the read that the row was derived from. Unit: unix seconds. Null: never. Source: unix_timestamp of the Clock sysvar, read in the same call as the account. Method: ingest-1.0. */
            timestamp: number;
            /** @description Mint address of the token that is lent. Null: never. Source: Reserve account, offset 128 (kamino); Reserve account, offset 42 (save). Method: account-1.0. */
            token_address: string;
            /** @description Symbol of the token, an empty string where none is known. Not unique, and of unlisted markets whatever their creator wrote: tokens are told apart by token_address. Null: never. Source: name in the account of the reserve, else as token_symbol_origin_str says. Method: account-1.0. */
            token_symbol: string;
        };
        MarketInfoEnvelope: {
            data: components["schemas"]["MarketInfo"][];
            meta: components["schemas"]["MarketInfoMeta"];
            /**
             * @description HTTP status of the answer.
             * @enum {number}
             */
            status: 200;
        };
        MarketInfoMeta: {
            /** @description Newest chain time among the rows of the answer. Unit: unix seconds. Null: null where there is no row. Source: largest timestamp of the rows. Method: ingest-1.0. */
            as_of: number | null;
            /** @description Number of rows in data. Unit: rows. Null: never. Source: counted. Method: ingest-1.0. */
            count: number;
            /** @description Known lending markets that have no reserve, and so no row. Filters do not change this list. Null: never. Source: markets that no known reserve belongs to. Method: ingest-1.0. */
            lending_markets_without_reserves: string[];
        };
        /** @description What all reserves of one lending market hold at their newest slots. */
        MarketTotals: {
            /** @description Reserves of them that are active. Unit: reserves. Null: never. Source: status active. Method: aggregate-1.1. */
            active_reserve_count: number;
            /** @description Reserves of the sums with a price that may have any age: fresh_price_share_f says nothing of them. With price=aggregate all that have a price. Unit: reserves. Null: never. Source: priced reserves without max_price_age_seconds. Method: aggregate-1.1. */
            ageless_reserve_count: number;
            /** @description What lies in the reserves and is not lent out, in USD at the prices that price_basis_str names. Unit: USD. Null: null where no reserve of the sum has a price. Source: Σ available amount × price over priced reserves. Method: aggregate-1.1. */
            available_usd_f: number | null;
            /** @description Mean of the borrow APYs, weighted by what is borrowed in USD. Unit: fraction per year. Null: null where no reserve of the sum has a price, or nothing is borrowed. Source: Σ APY × borrowed in USD / Σ borrowed in USD, over priced reserves. Method: aggregate-1.1. */
            borrow_apy_wavg_f: number | null;
            /** @description What is borrowed, in USD at the prices that price_basis_str names. Unit: USD. Null: null where no reserve of the sum has a price. Source: Σ borrowed amount × price over priced reserves. Method: aggregate-1.1. */
            borrowed_usd_f: number | null;
            /** @description Share of what is supplied, in USD and in reserves with a greatest age of their price, whose price was no older than that when the reserve was read. A price that grew old since the last refresh shows here, where the verdict stays as it was. Reserves without a greatest age are in neither part: ageless_reserve_count counts them. Nor are those without a price. Unit: fraction. Null: null where no reserve of the sum has a price with a greatest age, or nothing is supplied in those that have; null with price=aggregate. Source: Σ supplied in USD where timestamp of the read − timestamp of the price ≤ max_price_age_seconds / Σ supplied in USD where there is max_price_age_seconds. Method: aggregate-1.1. */
            fresh_price_share_f: number | null;
            /** @description Reserves of them that are hidden from the protocol’s own site. What they hold is in the sums. Unit: reserves. Null: never. Source: status hidden. Method: aggregate-1.1. */
            hidden_reserve_count: number;
            /** @description Address of the lending market. Null: never. Source: Reserve account, offset 32 (kamino); Reserve account, offset 10 (save). Method: account-1.0. */
            lending_market: string;
            /** @description Name of the lending market: the one on chain, else the label of a known market, else an empty string. Null: never. Source: LendingMarket account, offset 3248; a label of known markets where it is empty (kamino); label of a known market (save). Method: account-1.0. */
            lending_market_name: string;
            /** @description True where the lending market is listed. Anybody can create a market and name it at will: sums over markets count those alone that are listed, by the committed list of the protocol or by a setting of the operator. Unit: boolean. Null: never. Source: address of the lending market is in the registry of the protocol, or in LISTED_MARKETS; false where its account was never read. Method: aggregate-1.1. */
            listed_b: boolean;
            /** @description Reserves that the sums lack, because their state is not known: not on chain any more, never read, or not observed in the time of the row. Unit: reserves. Null: never. Source: reserves that are expected − reserves whose state is known. Method: aggregate-1.1. */
            missing_reserve_count: number;
            /** @description Reserves of them that are obsolete: closed to new deposits and loans. What they hold is in the sums. Unit: reserves. Null: never. Source: status obsolete. Method: aggregate-1.1. */
            obsolete_reserve_count: number;
            /** @description How far the oldest read in the sums lies behind the newest read of the protocol. Unit: seconds. Null: null where the sums have no reserve. Source: newest chain time of the protocol − smallest chain time among the reserves of the sums. Method: aggregate-1.1. */
            oldest_input_age_seconds: number | null;
            /** @description How far the oldest price in the sums lies behind the newest read of the protocol. Unit: seconds. Null: null where no reserve of the sum has a price, or one of the prices says no time. Source: newest chain time of the protocol − smallest price_timestamp (with price=aggregate published_timestamp) among priced reserves. Method: aggregate-1.1. */
            oldest_price_age_seconds: number | null;
            /**
             * @description Whose prices the sums in USD are at: protocol, those that the reserves hold; aggregate, those of their tokens out of several sources. Null: never. Source: parameter price. Method: aggregate-1.1.
             * @enum {string}
             */
            price_basis_str: "protocol" | "aggregate";
            /** @description Reserves of the sums that have a price. Sums in USD are over these. Unit: reserves. Null: never. Source: price_raw > 0; with price=aggregate those whose token has a price in force. Method: aggregate-1.1. */
            priced_reserve_count: number;
            /** @description Lending protocol that the account belongs to. Null: never. Source: by the program that owns the account. Method: account-1.0. */
            protocol: string;
            /** @description Reserves that the row is about, whatever their status. Unit: reserves. Null: never. Source: counted. Method: aggregate-1.1. */
            reserve_count: number;
            /** @description Newest slot among the reserves of the lending market that are in the sums. Unit: slots. Null: null where the sums have no reserve. Source: largest slot of them. Method: ingest-1.0. */
            slot: number | null;
            /** @description What is supplied, in USD at the prices that price_basis_str names: those that the protocol itself holds, unless others were requested. Unit: USD. Null: null where no reserve of the sum has a price. Source: Σ supplied amount × price over priced reserves. Method: aggregate-1.1. */
            supplied_usd_f: number | null;
            /** @description Mean of the supply APYs, weighted by what is supplied in USD. Unit: fraction per year. Null: null where no reserve of the sum has a price, or nothing is supplied. Source: Σ APY × supplied in USD / Σ supplied in USD, over priced reserves. Method: aggregate-1.1. */
            supply_apy_wavg_f: number | null;
            /** @description Newest chain time among the reserves of the lending market that are in the sums. Unit: unix seconds. Null: null where the sums have no reserve. Source: largest clock of the banks that they were read from. Method: ingest-1.0. */
            timestamp: number | null;
            /** @description Value locked, net of what is borrowed and of fees owed: below available_usd_f, what lies in the vaults and is not lent out, by the fees in there that belong to the protocol and to referrers. Unit: USD. Null: null where no reserve of the sum has a price. Source: Σ (supplied − borrowed) × price over priced reserves, before any rounding. Method: aggregate-1.1. */
            tvl_usd_f: number | null;
            /** @description Reserves of the sums with a price that the protocol keeps no verdict on: usable_price_share_f says nothing of them. With price=aggregate all that have a price. Unit: reserves. Null: never. Source: priced reserves without price_status. Method: aggregate-1.1. */
            unjudged_reserve_count: number;
            /** @description Reserves of the sums without a price. What they hold is worth an unknown amount, which no sum in USD has in it. Unit: reserves. Null: never. Source: price_raw is 0; with price=aggregate those whose token has no price in force. Method: aggregate-1.1. */
            unpriced_reserve_count: number;
            /** @description Reserves of the sums without a price, by address: no sum in USD, and no share of one, has anything of them. Null: never. Source: reserves whose price_raw is 0; with price=aggregate those whose token has no price in force. Method: aggregate-1.1. */
            unpriced_reserves: string[];
            /** @description Share of what is supplied, in USD and at prices that the program has a verdict on, whose price passed every check at its last refresh, as usable_for_borrow_b says; the rest is valued at a price that the program would not accept as it stands, mostly for its age. Reserves without a verdict are in neither part: unjudged_reserve_count counts them. Nor are those without a price: unpriced_reserves names them. Unit: fraction. Null: null where no reserve of the sum has a price with a verdict, or nothing is supplied in those that have; null with price=aggregate, as verdicts are about the protocols’ prices. Source: Σ supplied in USD where all six bits of price_status are set / Σ supplied in USD where the protocol keeps price_status. Method: aggregate-1.1. */
            usable_price_share_f: number | null;
            /** @description Share of what is supplied that is borrowed, both in USD. Not held to 0..1. Unit: fraction. Null: null where no reserve of the sum has a price. Source: borrowed_usd_f / supplied_usd_f before rounding; 0 when nothing is supplied. Method: aggregate-1.1. */
            utilization_f: number | null;
        };
        MarketTotalsEnvelope: {
            data: components["schemas"]["MarketTotals"][];
            meta: components["schemas"]["MomentMeta"];
            /**
             * @description HTTP status of the answer.
             * @enum {number}
             */
            status: 200;
        };
        MomentMeta: {
            /** @description Newest chain time among the rows of the answer. Unit: unix seconds. Null: null where there is no row. Source: largest timestamp of the rows. Method: ingest-1.0. */
            as_of: number | null;
            /** @description Number of rows in data. Unit: rows. Null: never. Source: counted. Method: ingest-1.0. */
            count: number;
            /** @description Newest slot among the rows of the answer. Unit: slots. Null: null where there is no row. Source: largest slot of the rows. Method: ingest-1.0. */
            slot: number | null;
        };
        /** @description Gaps that go on, for one reason. */
        OpenGaps: {
            /** @description Gaps for this reason that go on, one for each reserve of a listed market. Unit: gaps. Null: never. Source: counted. Method: status-1.0. */
            gap_count: number;
            /** @description Why nothing is observed: not_polled (no indexer ran), rate_limited (calls waited for a limit), chain_halted (no new bank came), clock_implausible (the time of every endpoint was refused), poll_failed: with the code of another failure, account_missing or quarantined. Null: never. Source: ledger of gaps. Method: status-1.0. */
            gap_reason_str: string;
            /** @description Beginning of the oldest of them. Unit: unix seconds. Null: never. Source: ledger of gaps. Method: status-1.0. */
            oldest_gap_timestamp: number;
        };
        /** @description What a pool takes of one of its tokens until its own price has fallen so far. */
        PoolDepth: {
            /** @description The most that still brings the price before the sale less fall_bps, fees included; 0 where the fee alone is more. Unit: base units. Null: null where it is not known: see depth_gap_str. Source: arithmetic of the program. Method: liquidity-1.1. */
            average_in_raw: string | null;
            /** @description What arrives for it. Unit: base units. Null: null where it is not known: see depth_gap_str. Source: arithmetic of the program. Method: liquidity-1.1. */
            average_out_raw: string | null;
            /** @description Why a number is null. not_read: the token is lent by no followed reserve, or was not read yet. no_reference_price: the token has no price in force. no_pools: no pool of it is known. no_counted_pools: some are known and none counts, see the pools with their reasons. missing_account, missing_array, unsupported_fee_mode, above_vault, arithmetic_overflow: what of a pool is not known. beyond_depth: the pools do not take so much, as far as is known. Null: null where the numbers are known. Source: rules of depth. Method: liquidity-1.1. */
            depth_gap_str: string | null;
            /**
             * @description What the arithmetic was compared with. program: a binary of the program gave the same units. sdk: the published SDK did. source: only the source was read, nothing was executed. Of several pools the weakest. Null: never. Source: grade of the source, see docs/use/liquidity. Method: liquidity-1.1.
             * @enum {string}
             */
            evidence_str: "program" | "sdk" | "source";
            /** @description The fall of the price that the row is about. Unit: basis points. Null: never. Source: one of 50, 100, 200, 500, 1,000. Method: liquidity-1.1. */
            fall_bps: number;
            /** @description True where more may be sold than the number says: a pool is unknown, holds orders that are left out, or was not read as far. Unit: boolean. Null: never. Source: pools of the token. Method: liquidity-1.1. */
            lower_bound_b: boolean;
            /** @description What leaves the seller until the price of the pool has fallen by fall_bps. Unit: base units. Null: null where it is not known: see depth_gap_str. Source: arithmetic of the program. Method: liquidity-1.1. */
            marginal_in_raw: string | null;
            /** @description What arrives for it. Unit: base units. Null: null where it is not known: see depth_gap_str. Source: arithmetic of the program. Method: liquidity-1.1. */
            marginal_out_raw: string | null;
            /** @description Address of the pool. Null: never. Source: address of the account. Method: liquidity-1.1. */
            pool: string;
            /** @description Slot of that read. Unit: slots. Null: null while the pool was not read. Source: Clock sysvar, read in the same call. Method: ingest-1.0. */
            slot: number | null;
            /** @description Exchange program: orca_whirlpool, raydium_clmm, raydium_cpmm, raydium_amm_v4, meteora_dlmm. Null: never. Source: program that owns the pool. Method: liquidity-1.1. */
            source_str: string;
            /** @description Chain time of the newest read of the pool. Unit: unix seconds. Null: null while the pool was not read. Source: Clock sysvar, read in the same call. Method: ingest-1.0. */
            timestamp: number | null;
            /** @description Mint of the token that is sold. Null: never. Source: tokens of the pool. Method: liquidity-1.1. */
            token_in_address: string;
            /** @description Mint of the token that is paid. Null: never. Source: tokens of the pool. Method: liquidity-1.1. */
            token_out_address: string;
        };
        PoolDepthEnvelope: {
            /** @description By token that is sold, token a first, then by fall. */
            data: components["schemas"]["PoolDepth"][];
            meta: components["schemas"]["PoolDepthMeta"];
            /**
             * @description HTTP status of the answer.
             * @enum {number}
             */
            status: 200;
        };
        PoolDepthMeta: {
            /** @description What to read beside the numbers, by the headings of docs/use/liquidity: one_instant, amm_pools_only, shared_pools, correlated_sales, bonus_is_not_profit, posted_collateral. Null: never. Source: constant of the method. Method: liquidity-1.1. */
            caveats: string[];
            /** @description Number of rows in data. Unit: rows. Null: never. Source: counted. Method: ingest-1.0. */
            count: number;
            /** @description Why more can be sold than the numbers say: limit_orders, dynamic_fee. Null: never. Source: account of the pool. Method: liquidity-1.1. */
            lower_bound_reasons: string[];
            /** @description Version of the method of the rows. Null: never. Source: constant of the service. Method: liquidity-1.1. */
            methodology: string;
            /** @description True where the pool and everything that belongs to it were read from one bank; false: the numbers may be torn. Unit: boolean. Null: null while the pool was not read. Source: calls of the read. Method: liquidity-1.1. */
            one_bank_b: boolean | null;
            /** @description Why: the halt, the unknown part, or the code of the refusal. Null: null where pool_status_str is ok, missing or not_read. Source: newest read of the pool. Method: liquidity-1.1. */
            pool_detail_str: string | null;
            /**
             * @description What came of the newest read. ok: depth is known as far as depth_gap_str says. halted: nothing can be sold, a known 0. unknown: an account was not read, or a way to take fees is not followed. refused: the account could not be decoded. missing: there is no such account. not_read: not yet. Null: never. Source: newest read of the pool. Method: liquidity-1.1.
             * @enum {string}
             */
            pool_status_str: "ok" | "halted" | "unknown" | "refused" | "missing" | "not_read";
        };
        /** @description The newest price of a token. An unknown token is a row with the status missing. */
        Price: {
            /** @description Age of the price at the time of the row. Negative where its time lies ahead of the chain’s clock. Unit: seconds. Null: null where published_timestamp is. Source: timestamp − published_timestamp. Method: price-1.1. */
            price_age_seconds: number | null;
            /** @description Half the width of the interval in which the price lies, as the feeds that were used state it. Unit: USD per token. Null: null where none of them states one. Source: the widest of the feeds that were used. Method: price-1.1. */
            price_confidence_usd_f: number | null;
            /** @description Price of one token in US dollars. Unit: USD per token. Null: null where there is no price. Source: price_usd_raw, as the nearest double. Method: price-1.1. */
            price_usd_f: number | null;
            /** @description Exact price of one token in US dollars, with as many decimals as it has. Unit: USD per token. Null: null where there is no price. Source: median of the sources that were used, see docs/use/prices.md. Method: price-1.1. */
            price_usd_raw: string | null;
            /** @description Time at which the price was published: of the oldest of the sources that were used, and of a source that of its oldest part. Unit: unix seconds. Null: null where no source states a time, or there is no price. Source: as the sources state it. Method: ingest-1.0. */
            published_timestamp: number | null;
            /** @description Slot of the read that the row is of. Unit: slots. Null: null where the token was never read. Source: slot of the Clock sysvar, read in the same call. Method: ingest-1.0. */
            slot: number | null;
            /** @description Feeds that were looked at. Unit: feeds. Null: never. Source: counted. Method: price-1.1. */
            source_count: number;
            /** @description How far the feeds that were used are apart. Unit: basis points. Null: null where no feed was used. Source: (highest − lowest) / price × 10,000. Method: price-1.1. */
            spread_bps_f: number | null;
            /** @description What can be said of the price. ok: two or more independent sources agree. single_source: only one could be used. disagreement: no majority of the independent sources agrees, so that no price is made of them. stale: no source is recent, the price is the last one. missing: no price is known. Null: never. Source: aggregation of the feeds, see docs/use/prices.md. Method: price-1.1. */
            status_str: string;
            /** @description Chain time of the read that the row is of; of an unknown token the newest read of any. Unit: unix seconds. Null: null while nothing was read. Source: unix_timestamp of the Clock sysvar, read in the same call as the accounts. Method: ingest-1.0. */
            timestamp: number | null;
            /** @description Mint address of the token. Null: never. Source: as it was requested. Method: price-1.1. */
            token_address: string;
            /** @description Symbol of the token: of the committed list, else of the reserves in listed markets that lend it; an empty string where none is known. Null: never. Source: committed list, else reserves. Method: price-1.1. */
            token_symbol: string;
            /** @description Feeds of them that the price was made of. Unit: feeds. Null: never. Source: counted. Method: price-1.1. */
            used_source_count: number;
        };
        /** @description The price of a token at a moment: the newest at or before it. Before the first it is a row with the status missing. */
        PriceAt: {
            /** @description Age of the read that the values come from, at the moment that they are as of. Negative where a later read found an account that had been written before the moment. Unit: seconds. Null: null where there are no values. Source: moment − chain time of the read. Method: history-1.1. */
            evidence_age_seconds: number | null;
            /** @description Slot of the stored price. Unit: slots. Null: null where nothing was known at the moment. Source: newest price at or before the moment. Method: price-1.1. */
            evidence_slot: number | null;
            /** @description Chain time of the stored price: since then it has not changed. Unit: unix seconds. Null: null where nothing was known at the moment. Source: newest price at or before the moment. Method: ingest-1.0. */
            evidence_timestamp: number | null;
            /** @description True where the token was not observed at the moment: the newest batch before it is further away than the time between two may be. Unit: boolean. Null: never. Source: batches of prices. Method: price-1.1. */
            in_gap_b: boolean;
            /** @description Age of the price at the time of the row. Negative where its time lies ahead of the chain’s clock. Unit: seconds. Null: null where published_timestamp is. Source: timestamp − published_timestamp. Method: price-1.1. */
            price_age_seconds: number | null;
            /** @description Half the width of the interval in which the price lies, as the feeds that were used state it. Unit: USD per token. Null: null where none of them states one. Source: the widest of the feeds that were used. Method: price-1.1. */
            price_confidence_usd_f: number | null;
            /** @description Price of one token in US dollars. Unit: USD per token. Null: null where there is no price. Source: price_usd_raw, as the nearest double. Method: price-1.1. */
            price_usd_f: number | null;
            /** @description Exact price of one token in US dollars, with as many decimals as it has. Unit: USD per token. Null: null where there is no price. Source: median of the sources that were used, see docs/use/prices.md. Method: price-1.1. */
            price_usd_raw: string | null;
            /** @description Time at which the price was published: of the oldest of the sources that were used, and of a source that of its oldest part. Unit: unix seconds. Null: null where no source states a time, or there is no price. Source: as the sources state it. Method: ingest-1.0. */
            published_timestamp: number | null;
            /** @description Feeds that were looked at. Unit: feeds. Null: never. Source: counted. Method: price-1.1. */
            source_count: number;
            /** @description How far the feeds that were used are apart. Unit: basis points. Null: null where no feed was used. Source: (highest − lowest) / price × 10,000. Method: price-1.1. */
            spread_bps_f: number | null;
            /** @description What can be said of the price. ok: two or more independent sources agree. single_source: only one could be used. disagreement: no majority of the independent sources agrees, so that no price is made of them. stale: no source is recent, the price is the last one. missing: no price is known. Null: never. Source: aggregation of the feeds, see docs/use/prices.md. Method: price-1.1. */
            status_str: string;
            /** @description The moment that was requested. Unit: unix seconds. Null: never. Source: as it was requested. Method: ingest-1.0. */
            timestamp: number;
            /** @description Mint address of the token. Null: never. Source: as it was requested. Method: price-1.1. */
            token_address: string;
            /** @description Symbol of the token: of the committed list, else of the reserves in listed markets that lend it; an empty string where none is known. Null: never. Source: committed list, else reserves. Method: price-1.1. */
            token_symbol: string;
            /** @description Feeds of them that the price was made of. Unit: feeds. Null: never. Source: counted. Method: price-1.1. */
            used_source_count: number;
        };
        /**
         * @description Moments by token: mint address or symbol. At most 100 tokens and 1000 moments together; each is unix seconds, unix milliseconds or ISO-8601 with its offset.
         * @example {
         *       "So11111111111111111111111111111111111111112": [
         *         1790300400,
         *         "2026-09-25T12:00:00Z"
         *       ]
         *     }
         */
        PriceBatchRequest: {
            [key: string]: (string | number)[];
        };
        PriceDivergenceEnvelope: {
            /** @description By time. */
            data: components["schemas"]["PriceDivergenceRow"][];
            meta: components["schemas"]["PriceDivergenceMeta"];
            /**
             * @description HTTP status of the answer.
             * @enum {number}
             */
            status: 200;
        };
        PriceDivergenceMeta: {
            /** @description Number of rows in data. Unit: rows. Null: never. Source: counted. Method: ingest-1.0. */
            count: number;
            /** @description How far apart the two prices may lie: as far as the sources of one price, 100, of stablecoins 50. Unit: basis points. Null: never. Source: constant of the service. Method: price-1.1. */
            divergence_bound_bps: number;
            /** @description In words: why the answer has no rows, and what would give some. Null: null where it has rows, or where some follow. Source: from the range and from when each of what was asked for was seen first. Method: ingest-1.0. */
            empty_reason_str: string | null;
            /** @description Start of the range: rows are those of the buckets that begin in it. Unit: unix seconds. Null: never. Source: parameter from, or a default. Method: ingest-1.0. */
            from: number;
            /**
             * @description Width of the rows: raw, 15m, 1h or 1d. Null: never. Source: parameter interval. Method: price-1.1.
             * @enum {string}
             */
            interval_str: "raw" | "15m" | "1h" | "1d";
            /** @description Version of the method of the rows. Null: never. Source: constant of the service. Method: price-1.1. */
            methodology: string;
            /** @description Value of cursor for the rows that follow. Null: null where no rows follow. Source: made from the last row. Method: ingest-1.0. */
            next_cursor: string | null;
            /**
             * @description What the caller counts as: public or key. Null: never. Source: header X-SERVICE-API-KEY. Method: history-1.1.
             * @enum {string}
             */
            tier_str: "public" | "key";
            /** @description End of the range, which does not belong to it. Unit: unix seconds. Null: never. Source: parameter to, or the end of the bucket that is not over. Method: ingest-1.0. */
            to: number;
        };
        /** @description How far the price that a reserve holds lay from the price of its token, for how long, and whether the program would have accepted it; over a bucket, or with interval=raw where one of the two was stored anew. All columns are there unless the parameter fields names some. */
        PriceDivergenceRow: {
            /** @description Whether the program would have accepted the price of the reserve at the read, of a single observation; of buckets the seconds say it. Unit: boolean. Null: null in buckets, and where the program keeps no verdict. Source: no check refused it at the last refresh, and it was no older than the reserve allows. Method: price-1.1. */
            accepted_b?: boolean | null;
            /** @description Time in which the program would have accepted a price that was further away than divergence_bound_bps. Unit: seconds. Null: never. Source: accepted and beyond the bound. Method: price-1.1. */
            accepted_beyond_bound_seconds?: number;
            /** @description Time of compared_seconds in which the program would have accepted the price of the reserve; 0 where the program keeps no verdict. Unit: seconds. Null: never. Source: no check refused it at the last refresh, and it was no older than the reserve allows. Method: price-1.1. */
            accepted_seconds?: number;
            /** @description Time of it in which they were further apart than divergence_bound_bps: for how long. Unit: seconds. Null: never. Source: seconds with |divergence| > divergence_bound_bps. Method: price-1.1. */
            beyond_bound_seconds?: number;
            /** @description The last of the bucket. Unit: basis points. Null: null where the two were not compared in the whole bucket: see gap_reason_str. Source: divergences in force. Method: price-1.1. */
            close_divergence_bps_f?: number | null;
            /** @description Time of it in which both prices were in force and independent of each other. Unit: seconds. Null: never. Source: reads no further apart than they may be. Method: price-1.1. */
            compared_seconds?: number;
            /** @description Share of the time that had passed which reads cover, whether or not the prices were compared. Unit: fraction. Null: null where no time had passed, or the row is a single observation. Source: observed seconds / elapsed seconds. Method: price-1.1. */
            coverage_f?: number | null;
            /** @description Time of the bucket that had passed since the reserve and the price of its token were read first. Unit: seconds. Null: never. Source: newest read or end − start. Method: price-1.1. */
            elapsed_seconds?: number;
            /** @description False while later reads may still change the row. Unit: boolean. Null: never. Source: a read exists at or after its end. Method: history-1.1. */
            final_b?: boolean;
            /** @description Why the two were not compared throughout, the reason of the longest part: missing, stale, disagreement (what the price of the token was), no_other_source (it was made of prices that reserves hold), not_read (the reserve was not), protocol_unpriced; where prices were not read not_polled (no indexer ran), rate_limited (calls waited for a limit), chain_halted (no new bank came), clock_implausible (the time of every endpoint was refused), poll_failed: with the code of another failure; not_rolled_up where nothing is computed yet. Null: null where they were. Source: stored prices and batches of prices. Method: price-1.1. */
            gap_reason_str?: string | null;
            /** @description The highest of the bucket. Unit: basis points. Null: null where the two were not compared in the whole bucket: see gap_reason_str. Source: divergences in force. Method: price-1.1. */
            high_divergence_bps_f?: number | null;
            /** @description The lowest of the bucket. Unit: basis points. Null: null where the two were not compared in the whole bucket: see gap_reason_str. Source: divergences in force. Method: price-1.1. */
            low_divergence_bps_f?: number | null;
            /** @description Reads of both prices in the bucket. Unit: reads. Null: never. Source: counted. Method: price-1.1. */
            observations?: number;
            /** @description How far the price of the reserve lay above that of its token at the start of the bucket, or when they were compared first; below where it is negative. To six decimals. Unit: basis points. Null: null where the two were not compared in the whole bucket: see gap_reason_str. Source: (price of the reserve / price of the token − 1) × 10,000 of exact prices, at each read of both. Method: price-1.1. */
            open_divergence_bps_f?: number | null;
            /**
             * @description ok: observed throughout. partial: with a gap. missing: not observed at all, so there are no numbers. Null: never. Source: coverage_f. Method: history-1.1.
             * @enum {string}
             */
            quality_str?: "ok" | "partial" | "missing";
            /** @description Time of compared_seconds in which it would not; 0 where the program keeps no verdict. Unit: seconds. Null: never. Source: verdict of the program, and the age. Method: price-1.1. */
            refused_seconds?: number;
            /** @description Address of the reserve. Null: never. Source: address of the Reserve account. Method: account-1.0. */
            reserve?: string;
            /** @description Start of the bucket; with interval=raw the chain time of the observation. Unit: unix seconds. Null: never. Source: UTC time. Method: ingest-1.0. */
            timestamp?: number;
            /** @description Mint address of the token. Null: never. Source: as it was requested. Method: price-1.1. */
            token_address?: string;
            /** @description Symbol of the token: of the committed list, else of the reserves in listed markets that lend it; an empty string where none is known. Null: never. Source: committed list, else reserves. Method: price-1.1. */
            token_symbol?: string;
            /** @description Mean over the time in which the two were compared. Unit: basis points. Null: null where the two were not compared in the whole bucket: see gap_reason_str; or the row is a single observation. Source: Σ divergence × seconds for which it was in force / Σ seconds. Method: price-1.1. */
            twavg_divergence_bps_f?: number | null;
        };
        PriceHistoryEnvelope: {
            /** @description By time. */
            data: components["schemas"]["PriceHistoryRow"][];
            meta: components["schemas"]["PriceHistoryMeta"];
            /**
             * @description HTTP status of the answer.
             * @enum {number}
             */
            status: 200;
        };
        PriceHistoryMeta: {
            /** @description Number of rows in data. Unit: rows. Null: never. Source: counted. Method: ingest-1.0. */
            count: number;
            /** @description In words: why the answer has no rows, and what would give some. Null: null where it has rows, or where some follow. Source: from the range and from when each of what was asked for was seen first. Method: ingest-1.0. */
            empty_reason_str: string | null;
            /** @description Start of the range: rows are those of the buckets that begin in it. Unit: unix seconds. Null: never. Source: parameter from, or a default. Method: ingest-1.0. */
            from: number;
            /**
             * @description Width of the rows: raw, 15m, 1h or 1d. Null: never. Source: parameter interval. Method: price-1.1.
             * @enum {string}
             */
            interval_str: "raw" | "15m" | "1h" | "1d";
            /** @description Version of the method of the rows. Null: never. Source: constant of the service. Method: price-1.1. */
            methodology: string;
            /** @description Value of cursor for the rows that follow. Null: null where no rows follow. Source: made from the last row. Method: ingest-1.0. */
            next_cursor: string | null;
            /**
             * @description What the caller counts as: public or key. Null: never. Source: header X-SERVICE-API-KEY. Method: history-1.1.
             * @enum {string}
             */
            tier_str: "public" | "key";
            /** @description End of the range, which does not belong to it. Unit: unix seconds. Null: never. Source: parameter to, or the end of the bucket that is not over. Method: ingest-1.0. */
            to: number;
        };
        /** @description The price of a token over a bucket, or with interval=raw one stored observation. All columns are there unless the parameter fields names some. */
        PriceHistoryRow: {
            /** @description The last price that was in force. Unit: USD per token. Null: null where no price was in force in the bucket. Source: price in force. Method: price-1.1. */
            close_price_usd_f?: number | null;
            /** @description The last price that was in force, exactly. Unit: USD per token. Null: null where no price was in force in the bucket. Source: price in force. Method: price-1.1. */
            close_price_usd_raw?: string | null;
            /** @description Share of the time that had passed which reads cover, whether or not there was a price. Unit: fraction. Null: null where no time had passed, or the row is a single observation. Source: observed seconds / elapsed seconds. Method: price-1.1. */
            coverage_f?: number | null;
            /** @description False while later reads may still change the row. Unit: boolean. Null: never. Source: a read exists at or after its end. Method: history-1.1. */
            final_b?: boolean;
            /** @description Why the bucket was not observed throughout: not_polled (no indexer ran), rate_limited (calls waited for a limit), chain_halted (no new bank came), clock_implausible (the time of every endpoint was refused), poll_failed: with the code of another failure; not_rolled_up where nothing is computed of it yet. Null: null where it was. Source: batches of prices. Method: price-1.1. */
            gap_reason_str?: string | null;
            /** @description Highest price that was in force. Unit: USD per token. Null: null where no price was in force in the bucket. Source: prices in force. Method: price-1.1. */
            high_price_usd_f?: number | null;
            /** @description Lowest price that was in force. Unit: USD per token. Null: null where no price was in force in the bucket. Source: prices in force. Method: price-1.1. */
            low_price_usd_f?: number | null;
            /** @description Reads of the chain in the bucket. Unit: reads. Null: never. Source: counted. Method: price-1.1. */
            observations?: number;
            /** @description Price at the start of the bucket, or the first in it. Unit: USD per token. Null: null where no price was in force in the bucket. Source: price in force. Method: price-1.1. */
            open_price_usd_f?: number | null;
            /** @description Share of the time that had passed in which a price was in force: observed, and not stale. Unit: fraction. Null: null where no time had passed, or the row is a single observation. Source: priced seconds / elapsed seconds. Method: price-1.1. */
            priced_share_f?: number | null;
            /**
             * @description ok: observed throughout. partial: with a gap. missing: not observed at all, so there are no numbers. Null: never. Source: coverage_f. Method: history-1.1.
             * @enum {string}
             */
            quality_str?: "ok" | "partial" | "missing";
            /** @description Start of the bucket; with interval=raw the chain time of the observation. Unit: unix seconds. Null: never. Source: UTC time. Method: ingest-1.0. */
            timestamp?: number;
            /** @description Mint address of the token. Null: never. Source: as it was requested. Method: price-1.1. */
            token_address?: string;
            /** @description Symbol of the token: of the committed list, else of the reserves in listed markets that lend it; an empty string where none is known. Null: never. Source: committed list, else reserves. Method: price-1.1. */
            token_symbol?: string;
            /** @description Mean of the price over the time for which there was one. Unit: USD per token. Null: null where no price was in force in the bucket for any time, or the row is a single observation. Source: Σ price × seconds for which it was in force / Σ seconds. Method: price-1.1. */
            twavg_price_usd_f?: number | null;
        };
        /** @description One of the prices that a price was multiplied from. */
        PriceLeg: {
            /** @description How the source makes this part of the price. Null: null where that is not known. Source: account of the source. Method: price-1.1. */
            leg_kind_str: string | null;
            /** @description Account, and where it has several the entry, that holds this part of the price. Null: never. Source: account of the feed. Method: price-1.1. */
            leg_place: string;
            /** @description Exact value of this part. Unit: factor. Null: never. Source: account of the feed. Method: price-1.1. */
            leg_value_raw: string;
            /** @description Time at which the price was published; of the oldest part where there are several. Unit: unix seconds. Null: null where the source states none. Source: as the source states it. Method: ingest-1.0. */
            published_timestamp: number | null;
        };
        PricesAtEnvelope: {
            /** @description In the order of the request. */
            data: components["schemas"]["PriceAt"][];
            meta: components["schemas"]["PricesMeta"];
            /**
             * @description HTTP status of the answer.
             * @enum {number}
             */
            status: 200;
        };
        PricesEnvelope: {
            /** @description In the order of the request, else by mint address. */
            data: components["schemas"]["Price"][];
            meta: components["schemas"]["PricesMeta"];
            /**
             * @description HTTP status of the answer.
             * @enum {number}
             */
            status: 200;
        };
        PricesMeta: {
            /** @description Newest chain time among the rows of the answer. Unit: unix seconds. Null: null where there is no row. Source: largest timestamp of the rows. Method: ingest-1.0. */
            as_of: number | null;
            /** @description Number of rows in data. Unit: rows. Null: never. Source: counted. Method: ingest-1.0. */
            count: number;
            /** @description Version of the method of the rows. Null: never. Source: constant of the service. Method: price-1.1. */
            methodology: string;
            /** @description Newest slot among the rows of the answer. Unit: slots. Null: null where there is no row, or nothing was read. Source: largest slot of the rows. Method: ingest-1.0. */
            slot: number | null;
        };
        /** @description What one feed says of a token, and whether the price of the token was made of it. */
        PriceSource: {
            /** @description The source’s own average of the price. Unit: USD per token. Null: null where the source states none. Source: as the source states it. Method: price-1.1. */
            average_price_usd_f: number | null;
            /** @description How far its price lies above the price of the token; below where it is negative. Unit: basis points. Null: null where one of the two has no price. Source: (price of the feed / price of the token − 1) × 10,000. Method: price-1.1. */
            deviation_bps_f: number | null;
            /** @description The place at the source from which the price comes: the source, and the account with its entries or the id there. Null: never. Source: configuration of the reserves that lend the token, or the committed list. Method: price-1.1. */
            feed: string;
            /** @description The prices that it was multiplied from; empty where it was not. */
            legs: components["schemas"]["PriceLeg"][];
            /** @description Address of the account that holds the price. Null: null where the source is no account. Source: configuration or committed list. Method: price-1.1. */
            price_account: string | null;
            /** @description Age of the price at the time of the row. Negative where its time lies ahead of the chain’s clock. Unit: seconds. Null: null where published_timestamp is. Source: timestamp − published_timestamp. Method: price-1.1. */
            price_age_seconds: number | null;
            /** @description Half the width of the interval in which the price lies (Pyth), or its standard deviation (Switchboard). Unit: USD per token. Null: null where the source states none. Source: as the source states it. Method: price-1.1. */
            price_confidence_usd_f: number | null;
            /** @description Price of one token as the feed states it, also where it was not used. Unit: USD per token. Null: null where there is no price. Source: price_usd_raw, as the nearest double. Method: price-1.1. */
            price_usd_f: number | null;
            /** @description The same, exactly. Unit: USD per token. Null: null where there is no price. Source: account of the feed, or answer of the service. Method: price-1.1. */
            price_usd_raw: string | null;
            /** @description Time at which the price was published; of the oldest part where there are several. Unit: unix seconds. Null: null where the source states none. Source: as the source states it. Method: ingest-1.0. */
            published_timestamp: number | null;
            /** @description What the price rests on. Feeds with a root in common are not independent of each other, and count once. Null: never. Source: account of the feed. Method: price-1.1. */
            roots: string[];
            /** @description Slot of the read that the row is of. Unit: slots. Null: null where the token was never read. Source: slot of the Clock sysvar, read in the same call. Method: ingest-1.0. */
            slot: number | null;
            /** @description Name of the source: what kind of oracle or service it is. Null: never. Source: kind of the feed. Method: price-1.1. */
            source_str: string;
            /** @description Chain time of the read that the row is of; of an unknown token the newest read of any. Unit: unix seconds. Null: null while nothing was read. Source: unix_timestamp of the Clock sysvar, read in the same call as the accounts. Method: ingest-1.0. */
            timestamp: number | null;
            /** @description Mint address of the token. Null: never. Source: as it was requested. Method: price-1.1. */
            token_address: string;
            /** @description Symbol of the token: of the committed list, else of the reserves in listed markets that lend it; an empty string where none is known. Null: never. Source: committed list, else reserves. Method: price-1.1. */
            token_symbol: string;
            /** @description Why it was not used: a word of the source’s verdict (stale, uncertain, account_missing, dead_feed, …) or of the aggregation; not_read where the feed is no longer looked at. See docs/use/prices.md. Null: null where it was used. Source: verdict of the source, then of the aggregation. Method: price-1.1. */
            unused_reason_str: string | null;
            /** @description True where the price of the token was made of it. Unit: boolean. Null: never. Source: unused_reason_str is null. Method: price-1.1. */
            used_b: boolean;
            /**
             * @description How much of the publisher’s proof the chain has checked: full or partial. Null: null where the source knows no such thing. Source: account of the feed. Method: price-1.1.
             * @enum {string|null}
             */
            verification_str: "full" | "partial" | null;
            /** @description How much it counts beside the others. Unit: factor. Null: null where it was not weighed. Source: by source. Method: price-1.1. */
            weight_f: number | null;
        };
        PriceSourcesEnvelope: {
            /** @description By feed. */
            data: components["schemas"]["PriceSource"][];
            meta: components["schemas"]["PricesMeta"];
            /**
             * @description HTTP status of the answer.
             * @enum {number}
             */
            status: 200;
        };
        /**
         * @description Path segment of a lending protocol.
         * @enum {string}
         */
        Protocol: "kamino" | "save";
        ProtocolHistoryEnvelope: {
            /** @description By time. */
            data: components["schemas"]["ProtocolHistoryRow"][];
            meta: components["schemas"]["AggregateHistoryMeta"];
            /**
             * @description HTTP status of the answer.
             * @enum {number}
             */
            status: 200;
        };
        /** @description The reserves of a protocol, or of all protocols, in listed markets at the close of a bucket. All columns are there unless the parameter fields names some. */
        ProtocolHistoryRow: {
            /** @description What lies in the reserves and is not lent out, in USD at the prices that price_basis_str names. Unit: USD. Null: null where no reserve of the sum has a price. Source: Σ available amount × price over priced reserves. Method: aggregate-1.1. */
            available_usd_f?: number | null;
            /** @description Mean of the borrow APYs, weighted by what is borrowed in USD. Unit: fraction per year. Null: null where no reserve of the sum has a price, or nothing is borrowed. Source: Σ APY × borrowed in USD / Σ borrowed in USD, over priced reserves. Method: aggregate-1.1. */
            borrow_apy_wavg_f?: number | null;
            /** @description What is borrowed, in USD at the prices that price_basis_str names. Unit: USD. Null: null where no reserve of the sum has a price. Source: Σ borrowed amount × price over priced reserves. Method: aggregate-1.1. */
            borrowed_usd_f?: number | null;
            /** @description Share of the bucket in which the expected reserves were observed. Unit: fraction. Null: null where the bucket has not been rolled up for any reserve. Source: Σ observed seconds / Σ seconds of the bucket that have passed and in which the reserve was known. Method: aggregate-1.1. */
            coverage_f?: number | null;
            /** @description False while later reads may still change the row, and for up to a minute or two while the row is one from before a correction of its bucket. Unit: boolean. Null: never. Source: the buckets of all expected reserves are final, and have not changed since the rollup stored the row. Method: aggregate-1.1. */
            final_b?: boolean;
            /** @description What most of the gaps of the reserves are put down to: not_polled (no indexer ran), rate_limited (calls waited for a limit), chain_halted (no new bank came), clock_implausible (the time of every endpoint was refused), poll_failed: with the code of another failure, account_missing or quarantined; not_rolled_up where the time was read and is not computed yet. Null: null where no reserve has a gap. Source: ledger of gaps. Method: aggregate-1.1. */
            gap_reason_str?: string | null;
            /** @description Reserves that the sums lack, because their state is not known: not on chain any more, never read, or not observed in the time of the row. Unit: reserves. Null: never. Source: reserves that are expected − reserves whose state is known. Method: aggregate-1.1. */
            missing_reserve_count?: number;
            /** @description Age of the oldest price in the sums at the close. Unit: seconds. Null: null where no reserve of the sum has a price, one of the prices says no time, or a bucket was rolled up before rollup_version 2. Source: largest of close − time of the price among priced reserves. Method: aggregate-1.1. */
            oldest_price_age_seconds?: number | null;
            /** @description Reserves of the sums that have a price. Sums in USD are over these. Unit: reserves. Null: never. Source: price_raw > 0; with price=aggregate those whose token has a price in force. Method: aggregate-1.1. */
            priced_reserve_count?: number;
            /** @description Lending protocol of the totals; all: every one that is served. Null: never. Source: by the program that owns the account. Method: account-1.0. */
            protocol?: string;
            /**
             * @description ok: every expected reserve was observed throughout. partial: some were not, or not throughout; missing_reserve_count reserves are in no sum. missing: none was observed, so there are no numbers. Null: never. Source: quality of the buckets of the reserves. Method: aggregate-1.1.
             * @enum {string}
             */
            quality_str?: "ok" | "partial" | "missing";
            /** @description Reserves that there were in the bucket: first seen before its end, and not gone from the chain before its start. Unit: reserves. Null: never. Source: counted. Method: aggregate-1.1. */
            reserves_expected?: number;
            /** @description Reserves of them that were observed in the bucket. All sums are over these. Unit: reserves. Null: never. Source: counted. Method: aggregate-1.1. */
            reserves_observed?: number;
            /** @description What is supplied, in USD at the prices that price_basis_str names: those that the protocol itself holds, unless others were requested. Unit: USD. Null: null where no reserve of the sum has a price. Source: Σ supplied amount × price over priced reserves. Method: aggregate-1.1. */
            supplied_usd_f?: number | null;
            /** @description Mean of the supply APYs, weighted by what is supplied in USD. Unit: fraction per year. Null: null where no reserve of the sum has a price, or nothing is supplied. Source: Σ APY × supplied in USD / Σ supplied in USD, over priced reserves. Method: aggregate-1.1. */
            supply_apy_wavg_f?: number | null;
            /** @description Start of the bucket, in UTC. Values are those at its close. Unit: unix seconds. Null: never. Source: parameter interval. Method: ingest-1.0. */
            timestamp?: number;
            /** @description Value locked, net of what is borrowed and of fees owed: below available_usd_f, what lies in the vaults and is not lent out, by the fees in there that belong to the protocol and to referrers. Unit: USD. Null: null where no reserve of the sum has a price. Source: Σ (supplied − borrowed) × price over priced reserves, before any rounding. Method: aggregate-1.1. */
            tvl_usd_f?: number | null;
            /** @description Reserves of the sums with a price that there is no verdict on, because the protocol keeps none or the bucket was rolled up before rollup_version 2: usable_price_share_f says nothing of them. Unit: reserves. Null: never. Source: priced reserves without close_price_status. Method: aggregate-1.1. */
            unjudged_reserve_count?: number;
            /** @description What is borrowed from reserves of lending markets that are not listed. Unit: USD. Null: null where there are such reserves and none has a price. Source: Σ borrowed amount × price over priced reserves of unlisted markets; 0 where there is no such reserve. Method: aggregate-1.1. */
            unlisted_borrowed_usd_f?: number | null;
            /** @description Reserves of lending markets that are not listed. They are in no other field of the row. Unit: reserves. Null: never. Source: listed_b of the lending market is false. Method: aggregate-1.1. */
            unlisted_reserve_count?: number;
            /** @description What is supplied in reserves of lending markets that are not listed, at the prices that those hold: anybody can have set them. Unit: USD. Null: null where there are such reserves and none has a price. Source: Σ supplied amount × price over priced reserves of unlisted markets; 0 where there is no such reserve. Method: aggregate-1.1. */
            unlisted_supplied_usd_f?: number | null;
            /** @description Reserves of the sums without a price. What they hold is worth an unknown amount, which no sum in USD has in it. Unit: reserves. Null: never. Source: price_raw is 0; with price=aggregate those whose token has no price in force. Method: aggregate-1.1. */
            unpriced_reserve_count?: number;
            /** @description Reserves of the sums without a price, by address: no sum in USD, and no share of one, has anything of them. Null: never. Source: reserves whose price_raw is 0; with price=aggregate those whose token has no price in force. Method: aggregate-1.1. */
            unpriced_reserves?: string[];
            /** @description Share of what is supplied, in USD and at prices that there is a verdict on, whose price had passed every check of the program at its last refresh before the close; the rest is valued at a price that the program would not have accepted, mostly for its age. Reserves without a verdict are in neither part: unjudged_reserve_count counts them. Nor are those without a price: unpriced_reserves names them. Unit: fraction. Null: null where no reserve of the sum has a price with a verdict, or nothing is supplied in those that have. Source: Σ supplied in USD where close_price_status has all bits of 63 / Σ supplied in USD where there is close_price_status. Method: aggregate-1.1. */
            usable_price_share_f?: number | null;
            /** @description Share of what is supplied that is borrowed, both in USD. Not held to 0..1. Unit: fraction. Null: null where no reserve of the sum has a price. Source: borrowed_usd_f / supplied_usd_f before rounding; 0 when nothing is supplied. Method: aggregate-1.1. */
            utilization_f?: number | null;
            /** @description Reserves of listed markets that lend on through a reserve of a listed market: what they hold is counted there, once. Unit: reserves. Null: never. Source: underlying_reserve is of a listed market. Method: aggregate-1.1. */
            wrapped_reserve_count?: number;
        };
        /** @description Whether the numbers of one protocol can be trusted now, and why not. */
        ProtocolStatus: {
            audit: components["schemas"]["StatusAudit"];
            /** @description Time since the newest chain time that is served was first stored. Grows while no read brings a later bank; a clock of the chain that is behind and goes on has no part in it. Unit: seconds. Null: null while nothing is indexed. Source: clock of the database − time of the first write of it. Method: status-1.0. */
            bank_age_seconds: number | null;
            /** @description Why it is not ok, the worst first. Empty where it is. */
            causes: components["schemas"]["StatusCause"][];
            /** @description Age of the data: how far the newest chain time that is served lies behind the clock of the database; 0 where it is ahead. Unit: seconds. Null: null while nothing is indexed. Source: clock of the database − newest timestamp. Method: ingest-1.0. */
            data_age_seconds: number | null;
            /** @description Start of the newest hour whose rows no later read changes. Unit: unix seconds. Null: null before the first. Source: newest bucket of any reserve that is final. Method: status-1.0. */
            final_hour_timestamp: number | null;
            /** @description Gaps of reserves of listed markets that go on: no read has ended them yet. Unit: gaps. Null: never. Source: ledger of gaps. Method: status-1.0. */
            gap_count: number;
            /** @description Beginning of the oldest of the gaps that go on. Unit: unix seconds. Null: null where no gap is ongoing. Source: ledger of gaps. Method: status-1.0. */
            oldest_gap_timestamp: number | null;
            /** @description The gaps that go on, by reason. */
            open_gaps: components["schemas"]["OpenGaps"][];
            /** @description Time since the newest poll or discovery was committed. Unit: seconds. Null: nothing was committed yet. Source: clock of the database − committed_at of the newest commit that no notification made. Method: status-1.0. */
            poll_age_seconds: number | null;
            /** @description Time between two polls, as the indexer that started last is set up. Unit: seconds. Null: no indexer has started yet. Source: POLL_INTERVAL_MS / 1000. Method: status-1.0. */
            poll_interval_seconds: number | null;
            /** @description Lending protocol that the account belongs to. Null: never. Source: by the program that owns the account. Method: account-1.0. */
            protocol: string;
            reserves: components["schemas"]["ReserveStates"];
            /** @description Age of the oldest commit that hours and days do not hold yet; 0 where they hold all. Unit: seconds. Null: null while nothing is indexed. Source: clock of the database − time of the commit. Method: status-1.0. */
            rollup_lag_seconds: number | null;
            /** @description Newest slot that is served. Unit: slots. Null: null while nothing is indexed. Source: largest slot of the latest reserves. Method: status-1.0. */
            slot: number | null;
            /** @description bank_age_seconds from which on the data as a whole are failing; age from which on a reserve counts as stale. Unit: seconds. Null: never. Source: READY_MAX_AGE_MS; of a reserve the longest time between two reads without a gap, where that is longer. Method: status-1.0. */
            stale_after_seconds: number;
            /** @description Newest chain time that is served. Unit: unix seconds. Null: null while nothing is indexed. Source: largest timestamp of the latest reserves. Method: status-1.0. */
            timestamp: number | null;
            unlisted_reserves: components["schemas"]["ReserveStates"];
            /**
             * @description ok: nothing speaks against the numbers. degraded: they can be used, but not all of them, or not before the causes are known. unknown: no audit has checked them lately. failing: they are old, or known to be wrong. Null: never. Source: the worst of the causes, in the order failing, unknown, degraded; ok without any. Method: status-1.0.
             * @enum {string}
             */
            verdict_str: "ok" | "degraded" | "unknown" | "failing";
        };
        /** @description What the reserves of a protocol, or of all protocols, in listed markets hold at their newest slots. */
        ProtocolTotals: {
            /** @description Reserves of them that are active. Unit: reserves. Null: never. Source: status active. Method: aggregate-1.1. */
            active_reserve_count: number;
            /** @description Reserves of the sums with a price that may have any age: fresh_price_share_f says nothing of them. With price=aggregate all that have a price. Unit: reserves. Null: never. Source: priced reserves without max_price_age_seconds. Method: aggregate-1.1. */
            ageless_reserve_count: number;
            /** @description What lies in the reserves and is not lent out, in USD at the prices that price_basis_str names. Unit: USD. Null: null where no reserve of the sum has a price. Source: Σ available amount × price over priced reserves. Method: aggregate-1.1. */
            available_usd_f: number | null;
            /** @description Mean of the borrow APYs, weighted by what is borrowed in USD. Unit: fraction per year. Null: null where no reserve of the sum has a price, or nothing is borrowed. Source: Σ APY × borrowed in USD / Σ borrowed in USD, over priced reserves. Method: aggregate-1.1. */
            borrow_apy_wavg_f: number | null;
            /** @description What is borrowed, in USD at the prices that price_basis_str names. Unit: USD. Null: null where no reserve of the sum has a price. Source: Σ borrowed amount × price over priced reserves. Method: aggregate-1.1. */
            borrowed_usd_f: number | null;
            /** @description Share of what is supplied, in USD and in reserves with a greatest age of their price, whose price was no older than that when the reserve was read. A price that grew old since the last refresh shows here, where the verdict stays as it was. Reserves without a greatest age are in neither part: ageless_reserve_count counts them. Nor are those without a price. Unit: fraction. Null: null where no reserve of the sum has a price with a greatest age, or nothing is supplied in those that have; null with price=aggregate. Source: Σ supplied in USD where timestamp of the read − timestamp of the price ≤ max_price_age_seconds / Σ supplied in USD where there is max_price_age_seconds. Method: aggregate-1.1. */
            fresh_price_share_f: number | null;
            /** @description Reserves of them that are hidden from the protocol’s own site. What they hold is in the sums. Unit: reserves. Null: never. Source: status hidden. Method: aggregate-1.1. */
            hidden_reserve_count: number;
            /** @description Reserves that the sums lack, because their state is not known: not on chain any more, never read, or not observed in the time of the row. Unit: reserves. Null: never. Source: reserves that are expected − reserves whose state is known. Method: aggregate-1.1. */
            missing_reserve_count: number;
            /** @description Reserves of them that are obsolete: closed to new deposits and loans. What they hold is in the sums. Unit: reserves. Null: never. Source: status obsolete. Method: aggregate-1.1. */
            obsolete_reserve_count: number;
            /** @description How far the oldest read in the sums lies behind the newest read of the protocol. Unit: seconds. Null: null where the sums have no reserve. Source: newest chain time of the protocol − smallest chain time among the reserves of the sums. Method: aggregate-1.1. */
            oldest_input_age_seconds: number | null;
            /** @description How far the oldest price in the sums lies behind the newest read of the protocol. Unit: seconds. Null: null where no reserve of the sum has a price, or one of the prices says no time. Source: newest chain time of the protocol − smallest price_timestamp (with price=aggregate published_timestamp) among priced reserves. Method: aggregate-1.1. */
            oldest_price_age_seconds: number | null;
            /**
             * @description Whose prices the sums in USD are at: protocol, those that the reserves hold; aggregate, those of their tokens out of several sources. Null: never. Source: parameter price. Method: aggregate-1.1.
             * @enum {string}
             */
            price_basis_str: "protocol" | "aggregate";
            /** @description Reserves of the sums that have a price. Sums in USD are over these. Unit: reserves. Null: never. Source: price_raw > 0; with price=aggregate those whose token has a price in force. Method: aggregate-1.1. */
            priced_reserve_count: number;
            /** @description Lending protocol of the totals; all: every one that is served. Null: never. Source: by the program that owns the account. Method: account-1.0. */
            protocol: string;
            /** @description Reserves that the row is about, whatever their status. Unit: reserves. Null: never. Source: counted. Method: aggregate-1.1. */
            reserve_count: number;
            /** @description Newest slot among the reserves of the protocol that are in the sums. Unit: slots. Null: null where the sums have no reserve. Source: largest slot of them. Method: ingest-1.0. */
            slot: number | null;
            /** @description What is supplied, in USD at the prices that price_basis_str names: those that the protocol itself holds, unless others were requested. Unit: USD. Null: null where no reserve of the sum has a price. Source: Σ supplied amount × price over priced reserves. Method: aggregate-1.1. */
            supplied_usd_f: number | null;
            /** @description Mean of the supply APYs, weighted by what is supplied in USD. Unit: fraction per year. Null: null where no reserve of the sum has a price, or nothing is supplied. Source: Σ APY × supplied in USD / Σ supplied in USD, over priced reserves. Method: aggregate-1.1. */
            supply_apy_wavg_f: number | null;
            /** @description Newest chain time among the reserves of the protocol that are in the sums. Unit: unix seconds. Null: null where the sums have no reserve. Source: largest clock of the banks that they were read from. Method: ingest-1.0. */
            timestamp: number | null;
            /** @description Value locked, net of what is borrowed and of fees owed: below available_usd_f, what lies in the vaults and is not lent out, by the fees in there that belong to the protocol and to referrers. Unit: USD. Null: null where no reserve of the sum has a price. Source: Σ (supplied − borrowed) × price over priced reserves, before any rounding. Method: aggregate-1.1. */
            tvl_usd_f: number | null;
            /** @description Reserves of the sums with a price that the protocol keeps no verdict on: usable_price_share_f says nothing of them. With price=aggregate all that have a price. Unit: reserves. Null: never. Source: priced reserves without price_status. Method: aggregate-1.1. */
            unjudged_reserve_count: number;
            /** @description What is borrowed from reserves of lending markets that are not listed. Unit: USD. Null: null where there are such reserves and none has a price. Source: Σ borrowed amount × price over priced reserves of unlisted markets; 0 where there is no such reserve. Method: aggregate-1.1. */
            unlisted_borrowed_usd_f: number | null;
            /** @description Reserves of lending markets that are not listed. They are in no other field of the row. Unit: reserves. Null: never. Source: listed_b of the lending market is false. Method: aggregate-1.1. */
            unlisted_reserve_count: number;
            /** @description What is supplied in reserves of lending markets that are not listed, at the prices that those hold: anybody can have set them. Unit: USD. Null: null where there are such reserves and none has a price. Source: Σ supplied amount × price over priced reserves of unlisted markets; 0 where there is no such reserve. Method: aggregate-1.1. */
            unlisted_supplied_usd_f: number | null;
            /** @description Reserves of the sums without a price. What they hold is worth an unknown amount, which no sum in USD has in it. Unit: reserves. Null: never. Source: price_raw is 0; with price=aggregate those whose token has no price in force. Method: aggregate-1.1. */
            unpriced_reserve_count: number;
            /** @description Reserves of the sums without a price, by address: no sum in USD, and no share of one, has anything of them. Null: never. Source: reserves whose price_raw is 0; with price=aggregate those whose token has no price in force. Method: aggregate-1.1. */
            unpriced_reserves: string[];
            /** @description Share of what is supplied, in USD and at prices that the program has a verdict on, whose price passed every check at its last refresh, as usable_for_borrow_b says; the rest is valued at a price that the program would not accept as it stands, mostly for its age. Reserves without a verdict are in neither part: unjudged_reserve_count counts them. Nor are those without a price: unpriced_reserves names them. Unit: fraction. Null: null where no reserve of the sum has a price with a verdict, or nothing is supplied in those that have; null with price=aggregate, as verdicts are about the protocols’ prices. Source: Σ supplied in USD where all six bits of price_status are set / Σ supplied in USD where the protocol keeps price_status. Method: aggregate-1.1. */
            usable_price_share_f: number | null;
            /** @description Share of what is supplied that is borrowed, both in USD. Not held to 0..1. Unit: fraction. Null: null where no reserve of the sum has a price. Source: borrowed_usd_f / supplied_usd_f before rounding; 0 when nothing is supplied. Method: aggregate-1.1. */
            utilization_f: number | null;
            /** @description Reserves of listed markets that lend on through a reserve of a listed market: what they hold is counted there, once. Unit: reserves. Null: never. Source: underlying_reserve is of a listed market. Method: aggregate-1.1. */
            wrapped_reserve_count: number;
        };
        ProtocolTotalsEnvelope: {
            data: components["schemas"]["ProtocolTotals"][];
            meta: components["schemas"]["MomentMeta"];
            /**
             * @description HTTP status of the answer.
             * @enum {number}
             */
            status: 200;
        };
        /** @description A reserve that was kept out of the data, and why. */
        QuarantinedReserve: {
            /** @description True while the reserve is kept out of the data for this reason. Unit: boolean. Null: never. Source: the newest refusal is for this reason and recent, no later read gave a row, and the account is on chain. Method: ingest-1.0. */
            active_b: boolean;
            /** @description What was found instead. Null: null where the reason says it all. Source: context of the error. Method: ingest-1.0. */
            actual: string | null;
            /** @description What was expected. Null: null where the reason says it all. Source: context of the error. Method: ingest-1.0. */
            expected: string | null;
            /** @description Chain time of the first refusal for this reason. Unit: unix seconds. Null: never. Source: clock of the first bank that was refused. Method: ingest-1.0. */
            first_seen_timestamp: number;
            /** @description Chain time of the newest refusal for this reason. Unit: unix seconds. Null: never. Source: clock of the newest bank that was refused. Method: ingest-1.0. */
            last_seen_timestamp: number;
            /** @description Address of the lending market. Null: null where the bytes are too few to name one. Source: the stored reserve; of one that gave no row yet what the refused bytes name. Method: ingest-1.0. */
            lending_market: string | null;
            /** @description True where the lending market is listed. Anybody can create a market and name it at will: sums over markets count those alone that are listed, by the committed list of the protocol or by a setting of the operator. Unit: boolean. Null: never. Source: address of the lending market is in the registry of the protocol, or in LISTED_MARKETS; false where its account was never read. Method: aggregate-1.1. */
            listed_b: boolean;
            /** @description How many poll batches met it. Unit: batches. Null: never. Source: counted. Method: ingest-1.0. */
            occurrences: number;
            /** @description Stable code of the reason. Null: never. Source: code of the error. Method: ingest-1.0. */
            quarantine_reason_str: string;
            /** @description Address of the reserve. Null: never. Source: address of the Reserve account. Method: account-1.0. */
            reserve: string;
        };
        QuarantineEnvelope: {
            data: components["schemas"]["QuarantinedReserve"][];
            meta: components["schemas"]["InfoMeta"];
            /**
             * @description HTTP status of the answer.
             * @enum {number}
             */
            status: 200;
        };
        /** @description A reason for which reserves are refused at the moment. */
        QuarantineReason: {
            /** @description Stable code of the reason. Null: never. Source: code of the error. Method: ingest-1.0. */
            quarantine_reason_str: string;
            /** @description Reserves that are refused for this reason at the moment. Unit: reserves. Null: never. Source: active_b of info/quarantine. Method: status-1.0. */
            reserve_count: number;
        };
        /** @description How the key stands now, this request included. */
        RateLimit: {
            /** @description Requests that may be made in the window. Unit: requests. Null: never. Source: requests_per_minute. Method: ingest-1.0. */
            limit: number;
            /** @description Requests that are left in the window. Unit: requests. Null: never. Source: limit - requests in the window. Method: ingest-1.0. */
            remaining: number;
            /** @description Time until the window ends. Unit: seconds. Null: never. Source: end of the window - now, rounded up. Method: ingest-1.0. */
            reset_seconds: number;
        };
        RatePoint: {
            /** @description Yearly rate that borrowers pay now, without compounding. Unit: fraction per year. Null: never. Source: (curve(utilization) + host fixed rate) × f, f = 500 / slot_duration_ms on the slot basis and 1 on the time basis. Method: rates-1.0. */
            borrow_apr_f: number;
            /** @description Yearly rate that borrowers pay now, with compounding. Unit: fraction per year. Null: never. Source: (1 + borrow_apr / n)^n − 1, n = 63,072,000 on the slot basis and 31,536,000 on the time basis. Method: rates-1.0. */
            borrow_apy_f: number;
            /** @description Yearly rate that suppliers earn from interest now, without compounding and without rewards. Unit: fraction per year. Null: never. Source: utilization × curve(utilization) × f × (1 − protocol take rate). Method: rates-1.0. */
            supply_apr_f: number;
            /** @description Yearly rate that suppliers earn from interest now, with compounding and without rewards. Unit: fraction per year. Null: never. Source: (1 + supply_apr / n)^n − 1, n as for borrow_apy_f. Method: rates-1.0. */
            supply_apy_f: number;
            /** @description Share of the supplied amount that is borrowed. The value of the program can pass 1 by the share of uncollected fees; the twelve-field rows hold it to 0..1, SQL and all other endpoints do not. Unit: fraction. Null: never. Source: borrowed / supplied; 0 when nothing is supplied. Method: accrual-1.0. */
            utilization_f: number;
        };
        RatePosition: {
            /** @description Amount that lies in the reserve and is not lent out. Unit: token (base units / 10^token_decimals, not the UI amount of a Token-2022 mint). Null: never. Source: accrued_available_amount_raw / 10^token_decimals, as the nearest double. Method: accrual-1.0. */
            available_amount_f: number;
            /** @description Yearly rate that borrowers pay now, without compounding. Unit: fraction per year. Null: never. Source: (curve(utilization) + host fixed rate) × f, f = 500 / slot_duration_ms on the slot basis and 1 on the time basis. Method: rates-1.0. */
            borrow_apr_f: number;
            /** @description Yearly rate that borrowers pay now, with compounding. Unit: fraction per year. Null: never. Source: (1 + borrow_apr / n)^n − 1, n = 63,072,000 on the slot basis and 31,536,000 on the time basis. Method: rates-1.0. */
            borrow_apy_f: number;
            /** @description Total amount owed by borrowers, interest up to the slot included. Unit: token (base units / 10^token_decimals, not the UI amount of a Token-2022 mint). Null: never. Source: accrued_borrowed_amount_raw / 10^token_decimals, as the nearest double. Method: accrual-1.0. */
            borrowed_amount_f: number;
            /** @description Total amount supplied to the reserve. Fees that belong to the protocol and to referrers are not part of it, so available + borrowed is a little more. Unit: token (base units / 10^token_decimals, not the UI amount of a Token-2022 mint). Null: never. Source: accrued_total_supply_raw / 10^token_decimals, as the nearest double. Method: accrual-1.0. */
            supplied_amount_f: number;
            /** @description Yearly rate that suppliers earn from interest now, without compounding and without rewards. Unit: fraction per year. Null: never. Source: utilization × curve(utilization) × f × (1 − protocol take rate). Method: rates-1.0. */
            supply_apr_f: number;
            /** @description Yearly rate that suppliers earn from interest now, with compounding and without rewards. Unit: fraction per year. Null: never. Source: (1 + supply_apr / n)^n − 1, n as for borrow_apy_f. Method: rates-1.0. */
            supply_apy_f: number;
            /** @description Share of the supplied amount that is borrowed. The value of the program can pass 1 by the share of uncollected fees; the twelve-field rows hold it to 0..1, SQL and all other endpoints do not. Unit: fraction. Null: never. Source: borrowed / supplied; 0 when nothing is supplied. Method: accrual-1.0. */
            utilization_f: number;
        };
        Ready: {
            /** @description How far that time lies behind the clock of the database. */
            age_seconds: number;
            /** @description Number of reserves that are served. */
            reserves: number;
            /** @description Newest slot among them. */
            slot: number;
            /** @enum {string} */
            status_str: "ready";
            /** @description Newest chain time among them, in unix seconds. */
            timestamp: number;
        };
        ReadyEnvelope: {
            data: components["schemas"]["Ready"];
            /**
             * @description HTTP status of the answer.
             * @enum {number}
             */
            status: 200;
        };
        /** @description A reserve at one moment, derived from the account that was in force then. */
        ReserveAt: {
            /** @description Available amount at the slot, rewards that fell due included. Unit: base units. Null: never. Source: available_amount_raw moved to slot with the program’s arithmetic. Method: accrual-1.0. */
            accrued_available_amount_raw: string;
            /** @description Borrowed amount at the slot, interest included. Unit: base units. Null: never. Source: borrowed_amount_raw moved to slot with the program’s arithmetic. Method: accrual-1.0. */
            accrued_borrowed_amount_raw: string;
            /** @description Index of the debt at the slot: what one unit borrowed at the start has grown to. Unit: factor. Null: never. Source: cumulative_borrow_rate_raw moved to slot with the program’s arithmetic. Method: accrual-1.0. */
            accrued_cumulative_borrow_rate_raw: string;
            /** @description Supplied amount at the slot. Unit: base units. Null: never. Source: available + borrowed − protocol fees − referrer fees − pending referrer fees, all at slot. Method: accrual-1.0. */
            accrued_total_supply_raw: string;
            /** @description Amount that lies in the reserve and is not lent out. Unit: token (base units / 10^token_decimals, not the UI amount of a Token-2022 mint). Null: never. Source: accrued_available_amount_raw / 10^token_decimals, as the nearest double. Method: accrual-1.0. */
            available_amount_f: number;
            /** @description Available amount in USD at the price that the protocol itself holds. Unit: USD. Null: null where the account holds no price (price_raw is 0). Source: available amount × price_raw, as the nearest double. Method: usd-1.1. */
            available_amount_usd_f: number | null;
            /** @description Yearly rate that borrowers pay now, without compounding. Unit: fraction per year. Null: never. Source: (curve(utilization) + host fixed rate) × f, f = 500 / slot_duration_ms on the slot basis and 1 on the time basis. Method: rates-1.0. */
            borrow_apr_f: number;
            /** @description Yearly rate that borrowers pay now, with compounding. Unit: fraction per year. Null: never. Source: (1 + borrow_apr / n)^n − 1, n = 63,072,000 on the slot basis and 31,536,000 on the time basis. Method: rates-1.0. */
            borrow_apy_f: number;
            /** @description Total amount owed by borrowers, interest up to the slot included. Unit: token (base units / 10^token_decimals, not the UI amount of a Token-2022 mint). Null: never. Source: accrued_borrowed_amount_raw / 10^token_decimals, as the nearest double. Method: accrual-1.0. */
            borrowed_amount_f: number;
            /** @description Borrowed amount in USD at the price that the protocol itself holds. Unit: USD. Null: null where the account holds no price (price_raw is 0). Source: borrowed amount × price_raw, as the nearest double. Method: usd-1.1. */
            borrowed_amount_usd_f: number | null;
            /** @description Collateral tokens in existence. Unit: base units. Null: never. Source: Reserve account, offset 2592. Method: account-1.0. */
            collateral_supply_raw: string;
            /** @description Age of the read that the values come from, at the moment that they are as of. Negative where a later read found an account that had been written before the moment. Unit: seconds. Null: never. Source: moment − chain time of the read. Method: history-1.1. */
            evidence_age_seconds: number;
            /** @description Slot of the read whose account was accrued to the moment. Unit: slots. Null: never. Source: Clock sysvar of that read. Method: history-1.1. */
            evidence_slot: number;
            /** @description Chain time of the read whose account was accrued to the moment. Unit: unix seconds. Null: never. Source: Clock sysvar of that read. Method: history-1.1. */
            evidence_timestamp: number;
            /** @description Reason of the gap that the moment lies in. Null: null where it lies in none. Source: ledger of gaps. Method: history-1.1. */
            gap_reason_str: string | null;
            /** @description True where the moment lies in a gap of the observation. Unit: boolean. Null: never. Source: ledger of gaps. Method: history-1.1. */
            in_gap_b: boolean;
            /** @description Address of the lending market. Null: never. Source: Reserve account, offset 32 (kamino); Reserve account, offset 10 (save). Method: account-1.0. */
            lending_market: string;
            /** @description Name of the lending market: the one on chain, else the label of a known market, else an empty string. Null: never. Source: LendingMarket account, offset 3248; a label of known markets where it is empty (kamino); label of a known market (save). Method: account-1.0. */
            lending_market_name: string;
            /** @description True where the lending market is listed. Anybody can create a market and name it at will: sums over markets count those alone that are listed, by the committed list of the protocol or by a setting of the operator. Unit: boolean. Null: never. Source: address of the lending market is in the registry of the protocol, or in LISTED_MARKETS; false where its account was never read. Method: aggregate-1.1. */
            listed_b: boolean;
            /** @description Price of one token that the reserve account holds, however old it is. Unit: USD per token. Null: null where the account holds no price (price_raw is 0). Source: price_raw, as the nearest double. Method: usd-1.1. */
            price_usd_f: number | null;
            /**
             * @description Why the state is certain: same_account, later_account or index_continuity, as in edge_proof_str. Null: null where it is not proven: another state may have come and gone between two reads. Source: comparison with the next read. Method: history-1.1.
             * @enum {string|null}
             */
            proof_str: "same_account" | "later_account" | "index_continuity" | null;
            /** @description True where the state is certain. Unit: boolean. Null: never. Source: proof_str is not null. Method: history-1.1. */
            proven_b: boolean;
            /** @description Address of the reserve. Null: never. Source: address of the Reserve account. Method: account-1.0. */
            reserve: string;
            /** @description Yearly rate of the reserve’s own rewards, which are added to the supplied amount. Not part of supply_apr_f or supply_apy_f. Unit: fraction per year. Null: never. Source: min(rewards per unit × n / supplied, market cap of the rewards rate) × f; 0 when the budget is empty. Method: rates-1.0. */
            rewards_apr_f: number;
            /** @description Slot at the moment. Unit: slots. Null: never. Source: between the banks of the reads around it, by time. Method: history-1.1. */
            slot: number;
            /** @description Total amount supplied to the reserve. Fees that belong to the protocol and to referrers are not part of it, so available + borrowed is a little more. Unit: token (base units / 10^token_decimals, not the UI amount of a Token-2022 mint). Null: never. Source: accrued_total_supply_raw / 10^token_decimals, as the nearest double. Method: accrual-1.0. */
            supplied_amount_f: number;
            /** @description Supplied amount in USD at the price that the protocol itself holds. Unit: USD. Null: null where the account holds no price (price_raw is 0). Source: supplied amount × price_raw, as the nearest double. Method: usd-1.1. */
            supplied_amount_usd_f: number | null;
            /** @description Yearly rate that suppliers earn from interest now, without compounding and without rewards. Unit: fraction per year. Null: never. Source: utilization × curve(utilization) × f × (1 − protocol take rate). Method: rates-1.0. */
            supply_apr_f: number;
            /** @description Yearly rate that suppliers earn from interest now, with compounding and without rewards. Unit: fraction per year. Null: never. Source: (1 + supply_apr / n)^n − 1, n as for borrow_apy_f. Method: rates-1.0. */
            supply_apy_f: number;
            /** @description Yearly rate that suppliers earn now, from interest and the reserve’s own rewards: the sum of both, as sites that list yields add them. Rewards are not compounded in it, so what suppliers really earn (supply_apy_realised_f) can be a little more. Rewards that are paid apart from the reserve are not in it. Unit: fraction per year. Null: never. Source: supply_apy_f + rewards_apr_f. Method: rates-1.0. */
            supply_apy_total_f: number;
            /** @description The moment that was requested. Unit: unix seconds. Null: never. Source: path. Method: ingest-1.0. */
            timestamp: number;
            /** @description Mint address of the token that is lent. Null: never. Source: Reserve account, offset 128 (kamino); Reserve account, offset 42 (save). Method: account-1.0. */
            token_address: string;
            /** @description Symbol of the token, an empty string where none is known. Not unique, and of unlisted markets whatever their creator wrote: tokens are told apart by token_address. Null: never. Source: name in the account of the reserve, else as token_symbol_origin_str says. Method: account-1.0. */
            token_symbol: string;
            /** @description Share of the supplied amount that is borrowed. The value of the program can pass 1 by the share of uncollected fees; the twelve-field rows hold it to 0..1, SQL and all other endpoints do not. Unit: fraction. Null: never. Source: borrowed / supplied; 0 when nothing is supplied. Method: accrual-1.0. */
            utilization_f: number;
        };
        ReserveAtEnvelope: {
            data: components["schemas"]["ReserveAt"];
            meta: components["schemas"]["ReserveAtMeta"];
            /**
             * @description HTTP status of the answer.
             * @enum {number}
             */
            status: 200;
        };
        ReserveAtMeta: {
            /** @description The moment that was requested. Unit: unix seconds. Null: never. Source: path. Method: ingest-1.0. */
            as_of: number;
            /** @description Version of the method of the rows. Null: never. Source: constant of the service. Method: history-1.1. */
            methodology: string;
            /** @description Slot at the moment. Unit: slots. Null: never. Source: between the banks of the reads around it, by time. Method: history-1.1. */
            slot: number;
            /**
             * @description What the caller counts as: public or key. Null: never. Source: header X-SERVICE-API-KEY. Method: history-1.1.
             * @enum {string}
             */
            tier_str: "public" | "key";
        };
        /** @description The full configuration of one reserve and of its market. */
        ReserveConfig: {
            /** @description The configuration of the reserve. Integers wider than 53 bits are decimal strings, bytes are hexadecimal. Unit: JSON. Null: never. Source: the whole configuration, decoded, in the words of the program. Method: config-1.0. */
            config: {
                [key: string]: unknown;
            };
            /** @description Address of the lending market. Null: never. Source: Reserve account, offset 32 (kamino); Reserve account, offset 10 (save). Method: account-1.0. */
            lending_market: string;
            /** @description The settings of the lending market. Integers wider than 53 bits are decimal strings, bytes are hexadecimal. Unit: JSON. Null: null while the account of the market has not been read. Source: the whole configuration, decoded, in the words of the program. Method: config-1.0. */
            lending_market_config: {
                [key: string]: unknown;
            } | null;
            /** @description Name of the lending market: the one on chain, else the label of a known market, else an empty string. Null: never. Source: LendingMarket account, offset 3248; a label of known markets where it is empty (kamino); label of a known market (save). Method: account-1.0. */
            lending_market_name: string;
            /** @description Slot at which the market’s account was read last. Unit: slots. Null: null while the account of the market has not been read. Source: slot of that read. Method: ingest-1.0. */
            lending_market_slot: number | null;
            /** @description Chain time at which the market’s account was read last. Unit: unix seconds. Null: null while the account of the market has not been read. Source: chain clock of that read. Method: ingest-1.0. */
            lending_market_timestamp: number | null;
            /** @description Address of the reserve. Null: never. Source: address of the Reserve account. Method: account-1.0. */
            reserve: string;
            /** @description Slot at which this configuration was seen first. Unit: slots. Null: never. Source: clock of the first bank that held this configuration. Method: config-1.0. */
            since_slot: number;
            /** @description Chain time at which this configuration was seen first. Unit: unix seconds. Null: never. Source: clock of the first bank that held this configuration. Method: config-1.0. */
            since_timestamp: number;
            /** @description Time of the row: the chain clock of the read that the row was derived from. Unit: unix seconds. Null: never. Source: unix_timestamp of the Clock sysvar, read in the same call as the account. Method: ingest-1.0. */
            timestamp: number;
            /** @description Mint address of the token that is lent. Null: never. Source: Reserve account, offset 128 (kamino); Reserve account, offset 42 (save). Method: account-1.0. */
            token_address: string;
            /** @description Decimals of the token: base units are token units times 10^token_decimals. Unit: digits. Null: never. Source: Reserve account, offset 272 (kamino); Reserve account, offset 74 (save). Method: account-1.0. */
            token_decimals: number;
            /** @description Symbol of the token, an empty string where none is known. Not unique, and of unlisted markets whatever their creator wrote: tokens are told apart by token_address. Null: never. Source: name in the account of the reserve, else as token_symbol_origin_str says. Method: account-1.0. */
            token_symbol: string;
        };
        ReserveConfigEnvelope: {
            data: components["schemas"]["ReserveConfig"];
            meta: components["schemas"]["ReserveConfigMeta"];
            /**
             * @description HTTP status of the answer.
             * @enum {number}
             */
            status: 200;
        };
        ReserveConfigMeta: {
            /** @description Chain time of the newest read of the reserve. Unit: unix seconds. Null: never. Source: timestamp of the row. Method: ingest-1.0. */
            as_of: number;
        };
        /** @description Rates of one reserve over its utilization. */
        ReserveCurve: {
            current: components["schemas"]["RatePosition"];
            /** @description What the reserve’s interest accrues by, as the program calls it: slots (also: legacy) or seconds (also: true_apr). Null: never. Source: configuration of the reserve; always the same where the program has one basis only. Method: account-1.0. */
            interest_rate_basis_str: string;
            /** @description The points at which the slope of the curve changes, up to the first at utilization 1. */
            knots: components["schemas"]["RatePoint"][];
            /** @description Address of the lending market. Null: never. Source: Reserve account, offset 32 (kamino); Reserve account, offset 10 (save). Method: account-1.0. */
            lending_market: string;
            /** @description Evenly spread from utilization 0 to 1, both included. */
            points: components["schemas"]["RatePoint"][];
            /** @description Address of the reserve. Null: never. Source: address of the Reserve account. Method: account-1.0. */
            reserve: string;
            /** @description Slot of the bank that the account was read from. Amounts and rates are as of it. Unit: slots. Null: never. Source: slot of the Clock sysvar, read in the same call as the account. Method: ingest-1.0. */
            slot: number;
            /** @description Slot duration that the rates of the row were computed with. Unit: milliseconds. Null: never. Source: measured by the indexer, see slot_duration_source_str. Method: rates-1.0. */
            slot_duration_ms_f: number;
            /** @description Time of the row: the chain clock of the read that the row was derived from. Unit: unix seconds. Null: never. Source: unix_timestamp of the Clock sysvar, read in the same call as the account. Method: ingest-1.0. */
            timestamp: number;
            /** @description Symbol of the token, an empty string where none is known. Not unique, and of unlisted markets whatever their creator wrote: tokens are told apart by token_address. Null: never. Source: name in the account of the reserve, else as token_symbol_origin_str says. Method: account-1.0. */
            token_symbol: string;
            /** @description Null where the request names no change. */
            what_if: {
                /** @description Amount that lies in the reserve and is not lent out. Unit: token (base units / 10^token_decimals, not the UI amount of a Token-2022 mint). Null: never. Source: accrued_available_amount_raw / 10^token_decimals, as the nearest double. Method: accrual-1.0. */
                available_amount_f: number;
                /** @description Yearly rate that borrowers pay now, without compounding. Unit: fraction per year. Null: never. Source: (curve(utilization) + host fixed rate) × f, f = 500 / slot_duration_ms on the slot basis and 1 on the time basis. Method: rates-1.0. */
                borrow_apr_f: number;
                /** @description Yearly rate that borrowers pay now, with compounding. Unit: fraction per year. Null: never. Source: (1 + borrow_apr / n)^n − 1, n = 63,072,000 on the slot basis and 31,536,000 on the time basis. Method: rates-1.0. */
                borrow_apy_f: number;
                /** @description Amount borrowed; repaid where negative. Unit: base units. Null: never. Source: borrow_delta, exact. Method: rates-1.0. */
                borrow_delta_raw: string;
                /** @description Total amount owed by borrowers, interest up to the slot included. Unit: token (base units / 10^token_decimals, not the UI amount of a Token-2022 mint). Null: never. Source: accrued_borrowed_amount_raw / 10^token_decimals, as the nearest double. Method: accrual-1.0. */
                borrowed_amount_f: number;
                /** @description Total amount supplied to the reserve. Fees that belong to the protocol and to referrers are not part of it, so available + borrowed is a little more. Unit: token (base units / 10^token_decimals, not the UI amount of a Token-2022 mint). Null: never. Source: accrued_total_supply_raw / 10^token_decimals, as the nearest double. Method: accrual-1.0. */
                supplied_amount_f: number;
                /** @description Yearly rate that suppliers earn from interest now, without compounding and without rewards. Unit: fraction per year. Null: never. Source: utilization × curve(utilization) × f × (1 − protocol take rate). Method: rates-1.0. */
                supply_apr_f: number;
                /** @description Yearly rate that suppliers earn from interest now, with compounding and without rewards. Unit: fraction per year. Null: never. Source: (1 + supply_apr / n)^n − 1, n as for borrow_apy_f. Method: rates-1.0. */
                supply_apy_f: number;
                /** @description Amount supplied; withdrawn where negative. Unit: base units. Null: never. Source: supply_delta, exact. Method: rates-1.0. */
                supply_delta_raw: string;
                /** @description Share of the supplied amount that is borrowed. The value of the program can pass 1 by the share of uncollected fees; the twelve-field rows hold it to 0..1, SQL and all other endpoints do not. Unit: fraction. Null: never. Source: borrowed / supplied; 0 when nothing is supplied. Method: accrual-1.0. */
                utilization_f: number;
            } | null;
        };
        ReserveCurveEnvelope: {
            data: components["schemas"]["ReserveCurve"];
            meta: components["schemas"]["ReserveCurveMeta"];
            /**
             * @description HTTP status of the answer.
             * @enum {number}
             */
            status: 200;
        };
        ReserveCurveMeta: {
            /** @description Chain time that the answer is as of. Unit: unix seconds. Null: never. Source: clock of the bank that the account was read from. Method: ingest-1.0. */
            as_of: number;
            /** @description Number of points. Unit: points. Null: never. Source: counted. Method: ingest-1.0. */
            count: number;
            /** @description Slot of the bank that the account was read from. Amounts and rates are as of it. Unit: slots. Null: never. Source: slot of the Clock sysvar, read in the same call as the account. Method: ingest-1.0. */
            slot: number;
        };
        /** @description Everything that is known of one reserve at its newest slot. */
        ReserveDetail: {
            /** @description SHA-256 of the account bytes that the row was made from, hexadecimal. Null: never. Source: sha256(account data). Method: account-1.0. */
            account_sha256: string;
            /** @description Available amount at the slot, rewards that fell due included. Unit: base units. Null: never. Source: available_amount_raw moved to slot with the program’s arithmetic. Method: accrual-1.0. */
            accrued_available_amount_raw: string;
            /** @description Borrowed amount at the slot, interest included. Unit: base units. Null: never. Source: borrowed_amount_raw moved to slot with the program’s arithmetic. Method: accrual-1.0. */
            accrued_borrowed_amount_raw: string;
            /** @description Index of the debt at the slot: what one unit borrowed at the start has grown to. Unit: factor. Null: never. Source: cumulative_borrow_rate_raw moved to slot with the program’s arithmetic. Method: accrual-1.0. */
            accrued_cumulative_borrow_rate_raw: string;
            /** @description Unassigned referrer fees at the slot. Unit: base units. Null: null where the protocol has no such fees. Source: pending_referrer_fees_raw moved to slot with the program’s arithmetic. Method: accrual-1.0. */
            accrued_pending_referrer_fees_raw: string | null;
            /** @description Uncollected protocol fees at the slot. Unit: base units. Null: never. Source: accumulated_protocol_fees_raw moved to slot with the program’s arithmetic. Method: accrual-1.0. */
            accrued_protocol_fees_raw: string;
            /** @description Supplied amount at the slot. Unit: base units. Null: never. Source: available + borrowed − protocol fees − referrer fees − pending referrer fees, all at slot. Method: accrual-1.0. */
            accrued_total_supply_raw: string;
            /** @description Referrer fees that have accrued and are not collected, as the account holds them. Unit: base units. Null: null where the protocol has no such fees. Source: Reserve account, offset 360. Method: account-1.0. */
            accumulated_referrer_fees_raw: string | null;
            /** @description Amount that lies in the reserve and is not lent out. Unit: token (base units / 10^token_decimals, not the UI amount of a Token-2022 mint). Null: never. Source: accrued_available_amount_raw / 10^token_decimals, as the nearest double. Method: accrual-1.0. */
            available_amount_f: number;
            /** @description Amount that lies in the reserve and is not lent out, as the account holds it. Unit: base units. Null: never. Source: Reserve account, offset 224. Method: account-1.0. */
            available_amount_raw: string;
            /** @description Available amount in USD at the price that the protocol itself holds. Unit: USD. Null: null where the account holds no price (price_raw is 0). Source: available amount × price_raw, as the nearest double. Method: usd-1.1. */
            available_amount_usd_f: number | null;
            /** @description Yearly rate that borrowers pay now, without compounding. Unit: fraction per year. Null: never. Source: (curve(utilization) + host fixed rate) × f, f = 500 / slot_duration_ms on the slot basis and 1 on the time basis. Method: rates-1.0. */
            borrow_apr_f: number;
            /** @description Yearly rate that borrowers pay now, with compounding. Unit: fraction per year. Null: never. Source: (1 + borrow_apr / n)^n − 1, n = 63,072,000 on the slot basis and 31,536,000 on the time basis. Method: rates-1.0. */
            borrow_apy_f: number;
            /** @description What borrowers really paid over the last hour, per year, with compounding. Unit: fraction per year. Null: null where the gap field beside it gives a reason. Source: (cumulative borrow rate now / at the start)^(31,536,000 / seconds covered) − 1. Method: realised-1.1. */
            borrow_apy_realised_1h_f: number | null;
            /**
             * @description Why the realised rate beside it is null: not_enough_history, index_reset (the index fell) or out_of_range. Null: null where the rate is known. Source: decided by the method. Method: realised-1.1.
             * @enum {string|null}
             */
            borrow_apy_realised_1h_gap_str: "not_enough_history" | "index_reset" | "out_of_range" | null;
            /** @description What borrowers really paid over the last 7 days, per year, with compounding. Unit: fraction per year. Null: null where the gap field beside it gives a reason. Source: (cumulative borrow rate now / at the start)^(31,536,000 / seconds covered) − 1. Method: realised-1.1. */
            borrow_apy_realised_7d_f: number | null;
            /**
             * @description Why the realised rate beside it is null: not_enough_history, index_reset (the index fell) or out_of_range. Null: null where the rate is known. Source: decided by the method. Method: realised-1.1.
             * @enum {string|null}
             */
            borrow_apy_realised_7d_gap_str: "not_enough_history" | "index_reset" | "out_of_range" | null;
            /** @description What borrowers really paid over the last 24 hours, per year, with compounding. Unit: fraction per year. Null: null where the gap field beside it gives a reason. Source: (cumulative borrow rate now / at the start)^(31,536,000 / seconds covered) − 1. Method: realised-1.1. */
            borrow_apy_realised_24h_f: number | null;
            /**
             * @description Why the realised rate beside it is null: not_enough_history, index_reset (the index fell) or out_of_range. Null: null where the rate is known. Source: decided by the method. Method: realised-1.1.
             * @enum {string|null}
             */
            borrow_apy_realised_24h_gap_str: "not_enough_history" | "index_reset" | "out_of_range" | null;
            /** @description What borrowers really paid over the last 30 days, per year, with compounding. Unit: fraction per year. Null: null where the gap field beside it gives a reason. Source: (cumulative borrow rate now / at the start)^(31,536,000 / seconds covered) − 1. Method: realised-1.1. */
            borrow_apy_realised_30d_f: number | null;
            /**
             * @description Why the realised rate beside it is null: not_enough_history, index_reset (the index fell) or out_of_range. Null: null where the rate is known. Source: decided by the method. Method: realised-1.1.
             * @enum {string|null}
             */
            borrow_apy_realised_30d_gap_str: "not_enough_history" | "index_reset" | "out_of_range" | null;
            /** @description What bounds borrowing outside elevation groups: emergency_mode (kamino), reserve_status (kamino), block_price_usage (kamino), borrow_disabled (kamino), borrow_limit, minimum_fee, debt_withdrawal_cap_starts_in_future (kamino), debt_withdrawal_cap (kamino), counter_overflow (kamino), available_liquidity, utilization_limit (kamino), borrow_limit_outside_elevation_group (kamino), market_outflow_limit (save), reserve_outflow_limit (save), or unknown where the market has not been read. Null: never. Source: the first check, in the program's order, that refuses one base unit more. Method: headroom-2.0. */
            borrowable_constraint_str: string;
            /** @description The largest borrow the program accepts now by a position outside elevation groups, origination fee included: what the debt grows by and what leaves the vault. Unit: token (base units / 10^token_decimals, not the UI amount of a Token-2022 mint). Null: null where the account of the market, or a setting that decides, has not been read (constraint unknown). Source: borrowable_gross_amount_raw / 10^token_decimals, as the nearest double. Method: headroom-2.0. */
            borrowable_gross_amount_f: number | null;
            /** @description The largest borrow the program accepts now by a position outside elevation groups, origination fee included: what the debt grows by and what leaves the vault. Unit: base units. Null: null where the account of the market, or a setting that decides, has not been read (constraint unknown). Source: borrowable_net_amount_raw + its fee; least of: borrow limit − borrowed; what the debt cap leaves; available − queued; the most that keeps (borrowed + amount) / supplied below the utilization limit; limit outside elevation groups − borrowed there; 0 where a switch forbids borrowing. Method: headroom-2.0. */
            borrowable_gross_amount_raw: string | null;
            /** @description The largest borrow the program accepts now by a position outside elevation groups, origination fee included: what the debt grows by and what leaves the vault. Unit: USD. Null: null where the account of the market, or a setting that decides, has not been read (constraint unknown) or the account holds no price. Source: borrowable_gross_amount_raw × price_raw / 10^token_decimals, as the nearest double. Method: headroom-2.0. */
            borrowable_gross_amount_usd_f: number | null;
            /** @description What bounds borrowing inside an elevation group: emergency_mode (kamino), reserve_status (kamino), block_price_usage (kamino), borrow_disabled (kamino), borrow_limit (kamino), minimum_fee (kamino), debt_withdrawal_cap_starts_in_future (kamino), debt_withdrawal_cap (kamino), counter_overflow (kamino), available_liquidity (kamino), utilization_limit (kamino), or unknown where the market has not been read. Null: null where the protocol has no elevation groups. Source: the first check, in the program's order, that refuses one base unit more. Method: headroom-2.0. */
            borrowable_in_elevation_group_constraint_str: string | null;
            /** @description The largest borrow the program accepts now by a position inside an elevation group, before the limits that its collateral reserves set for the group, origination fee included: what the debt grows by and what leaves the vault. Unit: token (base units / 10^token_decimals, not the UI amount of a Token-2022 mint). Null: null where the protocol has no elevation groups, or where the account of the market, or a setting that decides, has not been read (constraint unknown). Source: borrowable_in_elevation_group_gross_amount_raw / 10^token_decimals, as the nearest double. Method: headroom-2.0. */
            borrowable_in_elevation_group_gross_amount_f: number | null;
            /** @description The largest borrow the program accepts now by a position inside an elevation group, before the limits that its collateral reserves set for the group, origination fee included: what the debt grows by and what leaves the vault. Unit: base units. Null: null where the protocol has no elevation groups, or where the account of the market, or a setting that decides, has not been read (constraint unknown). Source: borrowable_in_elevation_group_net_amount_raw + its fee; least of: borrow limit − borrowed; what the debt cap leaves; available − queued; the most that keeps (borrowed + amount) / supplied below the utilization limit; 0 where a switch forbids borrowing. Method: headroom-2.0. */
            borrowable_in_elevation_group_gross_amount_raw: string | null;
            /** @description The largest borrow the program accepts now by a position inside an elevation group, before the limits that its collateral reserves set for the group, origination fee included: what the debt grows by and what leaves the vault. Unit: USD. Null: null where the protocol has no elevation groups, where the account of the market, or a setting that decides, has not been read (constraint unknown) or the account holds no price. Source: borrowable_in_elevation_group_gross_amount_raw × price_raw / 10^token_decimals, as the nearest double. Method: headroom-2.0. */
            borrowable_in_elevation_group_gross_amount_usd_f: number | null;
            /** @description The largest borrow the program accepts now by a position inside an elevation group, before the limits that its collateral reserves set for the group, without the origination fee: what the borrower receives, the amount of the instruction. Unit: token (base units / 10^token_decimals, not the UI amount of a Token-2022 mint). Null: null where the protocol has no elevation groups, or where the account of the market, or a setting that decides, has not been read (constraint unknown). Source: borrowable_in_elevation_group_net_amount_raw / 10^token_decimals, as the nearest double. Method: headroom-2.0. */
            borrowable_in_elevation_group_net_amount_f: number | null;
            /** @description The largest borrow the program accepts now by a position inside an elevation group, before the limits that its collateral reserves set for the group, without the origination fee: what the borrower receives, the amount of the instruction. Unit: base units. Null: null where the protocol has no elevation groups, or where the account of the market, or a setting that decides, has not been read (constraint unknown). Source: largest amount with amount + fee at most the gross limit; fee = amount × origination fee, rounded half up, at least 1 base unit; 0 where the fee would take all of it. Method: headroom-2.0. */
            borrowable_in_elevation_group_net_amount_raw: string | null;
            /** @description The largest borrow the program accepts now by a position inside an elevation group, before the limits that its collateral reserves set for the group, without the origination fee: what the borrower receives, the amount of the instruction. Unit: USD. Null: null where the protocol has no elevation groups, where the account of the market, or a setting that decides, has not been read (constraint unknown) or the account holds no price. Source: borrowable_in_elevation_group_net_amount_raw × price_raw / 10^token_decimals, as the nearest double. Method: headroom-2.0. */
            borrowable_in_elevation_group_net_amount_usd_f: number | null;
            /** @description When the debt cap that binds starts a new interval; for one that starts in the future, that start. Unit: unix seconds. Null: null where no cap binds, or where its interval is over and the next begins with its next use. Source: start of the interval + its length; the start where it lies in the future. Method: headroom-2.0. */
            borrowable_in_elevation_group_resets_timestamp: number | null;
            /** @description The largest borrow the program accepts now by a position outside elevation groups, without the origination fee: what the borrower receives, the amount of the instruction. Unit: token (base units / 10^token_decimals, not the UI amount of a Token-2022 mint). Null: null where the account of the market, or a setting that decides, has not been read (constraint unknown). Source: borrowable_net_amount_raw / 10^token_decimals, as the nearest double. Method: headroom-2.0. */
            borrowable_net_amount_f: number | null;
            /** @description The largest borrow the program accepts now by a position outside elevation groups, without the origination fee: what the borrower receives, the amount of the instruction. Unit: base units. Null: null where the account of the market, or a setting that decides, has not been read (constraint unknown). Source: largest amount with amount + fee at most the gross limit; fee = amount × origination fee, rounded half up, at least 1 base unit; 0 where the fee would take all of it. Method: headroom-2.0. */
            borrowable_net_amount_raw: string | null;
            /** @description The largest borrow the program accepts now by a position outside elevation groups, without the origination fee: what the borrower receives, the amount of the instruction. Unit: USD. Null: null where the account of the market, or a setting that decides, has not been read (constraint unknown) or the account holds no price. Source: borrowable_net_amount_raw × price_raw / 10^token_decimals, as the nearest double. Method: headroom-2.0. */
            borrowable_net_amount_usd_f: number | null;
            /** @description When the debt cap that binds starts a new interval; for one that starts in the future, that start. Unit: unix seconds. Null: null where no cap binds, or where its interval is over and the next begins with its next use. Source: start of the interval + its length; the start where it lies in the future. Method: headroom-2.0. */
            borrowable_resets_timestamp: number | null;
            /** @description Total amount owed by borrowers, interest up to the slot included. Unit: token (base units / 10^token_decimals, not the UI amount of a Token-2022 mint). Null: never. Source: accrued_borrowed_amount_raw / 10^token_decimals, as the nearest double. Method: accrual-1.0. */
            borrowed_amount_f: number;
            /** @description Amount owed by borrowers as of last_update_slot, as the account holds it. Unit: base units. Null: never. Source: Reserve account, offset 232. Method: account-1.0. */
            borrowed_amount_raw: string;
            /** @description Borrowed amount in USD at the price that the protocol itself holds. Unit: USD. Null: null where the account holds no price (price_raw is 0). Source: borrowed amount × price_raw, as the nearest double. Method: usd-1.1. */
            borrowed_amount_usd_f: number | null;
            /** @description Collateral tokens in existence. Unit: base units. Null: never. Source: Reserve account, offset 2592. Method: account-1.0. */
            collateral_supply_raw: string;
            /** @description Which version of the program's arithmetic was used: since-1.17 or before-1.17. Null: never. Source: setting of the indexer. Method: accrual-1.0. */
            compounding_str: string;
            /** @description Index of the debt as of last_update_slot: what one unit borrowed at the start has grown to. Unit: factor. Null: never. Source: Reserve account, offset 296, 256 bits. Method: account-1.0. */
            cumulative_borrow_rate_raw: string;
            /** @description Version of the decoder that read the account. Unit: version. Null: never. Source: constant of the decoder. Method: ingest-1.0. */
            decoder_version: number;
            /** @description The largest deposit the program accepts now. Unit: token (base units / 10^token_decimals, not the UI amount of a Token-2022 mint). Null: null where there is no limit (constraint none) or the account of the market, or a setting that decides, has not been read (constraint unknown). Source: depositable_amount_raw / 10^token_decimals, as the nearest double. Method: headroom-2.0. */
            depositable_amount_f: number | null;
            /** @description The largest deposit the program accepts now. Unit: base units. Null: null where there is no limit (constraint none) or the account of the market, or a setting that decides, has not been read (constraint unknown). Source: deposit limit − supplied, and no more than takes the deposit cap's counter to its minimum; 0 in emergency mode, for an obsolete reserve and while the deposit cap starts in the future. Method: headroom-2.0. */
            depositable_amount_raw: string | null;
            /** @description The largest deposit the program accepts now. Unit: USD. Null: null where there is no limit (constraint none), the account of the market, or a setting that decides, has not been read (constraint unknown) or the account holds no price. Source: depositable_amount_raw × price_raw / 10^token_decimals, as the nearest double. Method: headroom-2.0. */
            depositable_amount_usd_f: number | null;
            /** @description What bounds deposits: emergency_mode (kamino), reserve_status (kamino), deposit_limit, deposit_withdrawal_cap_starts_in_future (kamino), counter_overflow (kamino), none, exchange_rate (save), balance_overflow (save), or unknown where the market has not been read. Null: never. Source: the first check, in the program's order, that refuses one base unit more. Method: headroom-2.0. */
            depositable_constraint_str: string;
            /** @description When the deposit cap that refuses every deposit starts. Unit: unix seconds. Null: null where deposits are not refused for a cap that starts in the future. Source: start of the interval. Method: headroom-2.0. */
            depositable_resets_timestamp: number | null;
            /** @description True where the price lay within the bounds of the configuration. As of the last refresh, whatever has happened since. Unit: boolean. Null: null where the protocol does not make this check, or keeps no result of it. Source: bit 16 of price_status. Method: account-1.0. */
            heuristic_checked_b: boolean | null;
            /** @description What the reserve’s interest accrues by, as the program calls it: slots (also: legacy) or seconds (also: true_apr). Null: never. Source: configuration of the reserve; always the same where the program has one basis only. Method: account-1.0. */
            interest_rate_basis_str: string;
            /** @description Slot at which the program last refreshed the reserve. Unit: slots. Null: never. Source: Reserve account, offset 16. Method: account-1.0. */
            last_update_slot: number;
            /** @description True where a user action came after the last refresh. Normal, not an error. Unit: boolean. Null: never. Source: Reserve account, offset 24 is not 0. Method: account-1.0. */
            last_update_stale_b: boolean;
            /** @description Time of the last refresh that the account records. Unit: unix seconds. Null: null where the account holds 0. Source: Reserve account, offset 28. Method: account-1.0. */
            last_update_timestamp: number | null;
            /** @description Address of the lending market. Null: never. Source: Reserve account, offset 32 (kamino); Reserve account, offset 10 (save). Method: account-1.0. */
            lending_market: string;
            /** @description Name of the lending market: the one on chain, else the label of a known market, else an empty string. Null: never. Source: LendingMarket account, offset 3248; a label of known markets where it is empty (kamino); label of a known market (save). Method: account-1.0. */
            lending_market_name: string;
            /** @description True where the lending market is listed. Anybody can create a market and name it at will: sums over markets count those alone that are listed, by the committed list of the protocol or by a setting of the operator. Unit: boolean. Null: never. Source: address of the lending market is in the registry of the protocol, or in LISTED_MARKETS; false where its account was never read. Method: aggregate-1.1. */
            listed_b: boolean;
            /** @description Age of market_price_usd_f at that time: since the oldest price in it was published. Unit: seconds. Null: null where no source states a time, or there is no price. Source: market_price_timestamp − time of publication. Method: price-1.1. */
            market_price_age_seconds: number | null;
            /** @description How far the price that the protocol holds lies above market_price_usd_f; below where it is negative. A price that the protocol refreshed long ago diverges for that reason alone: see price_age_seconds; whether the program would have accepted it says usable_for_borrow_b. Unit: basis points. Null: null where the two cannot be compared: see market_price_divergence_gap_str. Source: (price_usd_f / market_price_usd_f − 1) × 10,000, of the exact prices. Method: price-1.1. */
            market_price_divergence_bps_f: number | null;
            /**
             * @description Why the two prices are not compared. missing: the token has no price. not_read: the reserve or the price was not read for longer than it may be, so they are of different times. stale, disagreement: the price of the token is, so there is none in force. no_other_source: it was made of prices that reserves hold, of which this may be one. protocol_unpriced: the reserve holds no price. Null: null where market_price_divergence_bps_f is known. Source: newest price of token_address, and the reserve. Method: price-1.1.
             * @enum {string|null}
             */
            market_price_divergence_gap_str: "missing" | "not_read" | "stale" | "disagreement" | "no_other_source" | "protocol_unpriced" | null;
            /** @description What can be said of market_price_usd_f, as status_str of the prices API; missing where the token has no price. Null: never. Source: newest price of token_address. Method: price-1.1. */
            market_price_status_str: string;
            /** @description Time of the read that market_price_usd_f is of. Unit: unix seconds. Null: null where the token was never priced. Source: newest price of token_address. Method: ingest-1.0. */
            market_price_timestamp: number | null;
            /** @description Price of the token out of several sources, as the prices API has it: with the status stale the last one. Unit: USD per token. Null: null where there is none. Source: newest price of token_address. Method: price-1.1. */
            market_price_usd_f: number | null;
            /** @description Chain time since which the account is no longer on chain. The last known state is kept and still served. Unit: unix seconds. Null: null while the account is on chain. Source: chain clock of the first read that no longer held the account. Method: ingest-1.0. */
            missing_since_timestamp: number | null;
            /** @description Fields of the protocol of the reserve beyond those above, as in its view `lend_v1.<protocol>_reserve_latest`. */
            own: components["schemas"]["KaminoReserveOwn"] | components["schemas"]["SaveReserveOwn"];
            /** @description Fees set apart for referrers and not yet assigned to one, at the slot of the row. Unit: token (base units / 10^token_decimals, not the UI amount of a Token-2022 mint). Null: null where the protocol has no such fees. Source: accrued_pending_referrer_fees_raw / 10^token_decimals, as the nearest double. Method: accrual-1.0. */
            pending_referrer_fees_f: number | null;
            /** @description Fees set apart for referrers and not yet assigned to one, at the slot of the row. Unit: USD. Null: null where the protocol has no such fees, or the account holds no price (price_raw is 0). Source: accrued_pending_referrer_fees_raw × price_raw / 10^token_decimals, as the nearest double. Method: usd-1.1. */
            pending_referrer_fees_usd_f: number | null;
            /** @description True where the price was young enough. As of the last refresh, whatever has happened since. Unit: boolean. Null: null where the protocol does not make this check, or keeps no result of it. Source: bit 2 of price_status. Method: account-1.0. */
            price_age_checked_b: boolean | null;
            /** @description Age of the price at the time of the row, by the chain’s clock. Unit: seconds. Null: null where the account holds no time of a price. Source: time of the row − time of the price. Method: usd-1.1. */
            price_age_seconds: number | null;
            /** @description True where the last refresh loaded a price, or found the stored one young enough to keep. As of the last refresh, whatever has happened since. Unit: boolean. Null: null where the protocol does not make this check, or keeps no result of it. Source: bit 1 of price_status. Method: account-1.0. */
            price_loaded_b: boolean | null;
            /** @description Price of one whole token, as the account holds it. 0 means that there is none. Unit: USD per token. Null: never. Source: Reserve account, offset 248. Method: account-1.0. */
            price_raw: string;
            /** @description What the program’s checks said of the price at the last refresh: 1 loaded, 2 age, 4 TWAP, 8 TWAP age, 16 heuristic, 32 usage allowed; 63 is all good. 0: never priced, or refreshed without a new price when the stored one was too old, which keeps it. Without a refresh the bits stay as they are: judge age by price_at. Unit: bits. Null: null where the protocol keeps no verdict on its price. Source: Reserve account, offset 25. Method: account-1.0. */
            price_status: number | null;
            /** @description Time of the price that the account holds. Unit: unix seconds. Null: null where the account holds 0. Source: Reserve account, offset 264. Method: account-1.0. */
            price_timestamp: number | null;
            /** @description True where the configuration does not block the use of the price. As of the last refresh, whatever has happened since. Unit: boolean. Null: null where the protocol does not make this check, or keeps no result of it. Source: bit 32 of price_status. Method: account-1.0. */
            price_usage_allowed_b: boolean | null;
            /** @description Price of one token that the reserve account holds, however old it is. Unit: USD per token. Null: null where the account holds no price (price_raw is 0). Source: price_raw, as the nearest double. Method: usd-1.1. */
            price_usd_f: number | null;
            /** @description Fees that the reserve owes to the protocol, not yet collected, at the slot of the row. Unit: token (base units / 10^token_decimals, not the UI amount of a Token-2022 mint). Null: never. Source: accrued_protocol_fees_raw / 10^token_decimals, as the nearest double. Method: accrual-1.0. */
            protocol_fees_f: number;
            /** @description Fees that the reserve owes to the protocol, not yet collected, at the slot of the row. Unit: USD. Null: null where the account holds no price (price_raw is 0). Source: accrued_protocol_fees_raw × price_raw / 10^token_decimals, as the nearest double. Method: usd-1.1. */
            protocol_fees_usd_f: number | null;
            /** @description Worth of the collateral tokens that wait in the withdrawal queue. Unit: token (base units / 10^token_decimals, not the UI amount of a Token-2022 mint). Null: null where the protocol has no withdrawal queue. Source: queued_withdrawals_raw / 10^token_decimals, as the nearest double. Method: headroom-2.0. */
            queued_withdrawals_f: number | null;
            /** @description Worth of the collateral tokens that wait in the withdrawal queue. Unit: base units. Null: null where the protocol has no withdrawal queue. Source: queued collateral tokens × supplied / collateral tokens in circulation, cut off. Method: headroom-2.0. */
            queued_withdrawals_raw: string | null;
            /** @description Worth of the collateral tokens that wait in the withdrawal queue. Unit: USD. Null: null where the protocol has no withdrawal queue or the account holds no price. Source: queued_withdrawals_raw × price_raw / 10^token_decimals, as the nearest double. Method: headroom-2.0. */
            queued_withdrawals_usd_f: number | null;
            /** @description Time that the realised rates of the last hour really cover: just that where the indices are known at the very moment it begins, else more, from the newest stored row before it on. Unit: seconds. Null: null where no row is within half a window before the begin. Source: the window, or timestamp − chain time of the row before it. Method: realised-1.1. */
            realised_1h_seconds: number | null;
            /** @description Time that the realised rates of the last 7 days really cover: just that where the indices are known at the very moment it begins, else more, from the newest stored row before it on. Unit: seconds. Null: null where no row is within half a window before the begin. Source: the window, or timestamp − chain time of the row before it. Method: realised-1.1. */
            realised_7d_seconds: number | null;
            /** @description Time that the realised rates of the last 24 hours really cover: just that where the indices are known at the very moment it begins, else more, from the newest stored row before it on. Unit: seconds. Null: null where no row is within half a window before the begin. Source: the window, or timestamp − chain time of the row before it. Method: realised-1.1. */
            realised_24h_seconds: number | null;
            /** @description Time that the realised rates of the last 30 days really cover: just that where the indices are known at the very moment it begins, else more, from the newest stored row before it on. Unit: seconds. Null: null where no row is within half a window before the begin. Source: the window, or timestamp − chain time of the row before it. Method: realised-1.1. */
            realised_30d_seconds: number | null;
            /** @description Fees that the reserve owes to referrers it knows, not yet collected. Unit: token (base units / 10^token_decimals, not the UI amount of a Token-2022 mint). Null: null where the protocol has no such fees. Source: accumulated_referrer_fees_raw / 10^token_decimals, as the nearest double. Method: accrual-1.0. */
            referrer_fees_f: number | null;
            /** @description Fees that the reserve owes to referrers it knows, not yet collected. Unit: USD. Null: null where the protocol has no such fees, or the account holds no price (price_raw is 0). Source: accumulated_referrer_fees_raw × price_raw / 10^token_decimals, as the nearest double. Method: usd-1.1. */
            referrer_fees_usd_f: number | null;
            /** @description True where a borrow first needs a refresh that brings a new price. False where the refresh that every borrow needs in its own transaction may keep the stored price. Unit: boolean. Null: null where usable_for_borrow_b is true and the account of the market, or a setting, has not been read. Source: usable_for_borrow_b is false, or price_age_seconds ≥ max_price_age_seconds × priceRefreshTriggerToMaxAgePct of the market / 100 (cut off). Method: headroom-2.0. */
            requires_price_refresh_b: boolean | null;
            /** @description Address of the reserve. Null: never. Source: address of the Reserve account. Method: account-1.0. */
            reserve: string;
            /** @description Yearly rate of the reserve’s own rewards, which are added to the supplied amount. Not part of supply_apr_f or supply_apy_f. Unit: fraction per year. Null: never. Source: min(rewards per unit × n / supplied, market cap of the rewards rate) × f; 0 when the budget is empty. Method: rates-1.0. */
            rewards_apr_f: number;
            /** @description Slot of the bank that the account was read from. Amounts and rates are as of it. Unit: slots. Null: never. Source: slot of the Clock sysvar, read in the same call as the account. Method: ingest-1.0. */
            slot: number;
            /** @description Slot duration that the rates of the row were computed with. Unit: milliseconds. Null: never. Source: measured by the indexer, see slot_duration_source_str. Method: rates-1.0. */
            slot_duration_ms_f: number;
            /**
             * @description Where the slot duration came from: performance_samples, clock_pairs or configured. Null: never. Source: chosen by the indexer. Method: rates-1.0.
             * @enum {string}
             */
            slot_duration_source_str: "performance_samples" | "clock_pairs" | "configured";
            /** @description Slots since the last refresh that the account records; interest for them is in the amounts. Unit: slots. Null: never. Source: slot − last_update_slot. Method: account-1.0. */
            stale_slots: number;
            /**
             * @description Status of the reserve: active, obsolete or hidden. Where the program has no status, a reserve is obsolete with both limits at 0, else active. Null: never. Source: Reserve account, offset 4856. Method: config-1.0.
             * @enum {string}
             */
            status_str: "active" | "obsolete" | "hidden";
            /** @description Total amount supplied to the reserve. Fees that belong to the protocol and to referrers are not part of it, so available + borrowed is a little more. Unit: token (base units / 10^token_decimals, not the UI amount of a Token-2022 mint). Null: never. Source: accrued_total_supply_raw / 10^token_decimals, as the nearest double. Method: accrual-1.0. */
            supplied_amount_f: number;
            /** @description Supplied amount in USD at the price that the protocol itself holds. Unit: USD. Null: null where the account holds no price (price_raw is 0). Source: supplied amount × price_raw, as the nearest double. Method: usd-1.1. */
            supplied_amount_usd_f: number | null;
            /** @description Yearly rate that suppliers earn from interest now, without compounding and without rewards. Unit: fraction per year. Null: never. Source: utilization × curve(utilization) × f × (1 − protocol take rate). Method: rates-1.0. */
            supply_apr_f: number;
            /** @description Yearly rate that suppliers earn from interest now, with compounding and without rewards. Unit: fraction per year. Null: never. Source: (1 + supply_apr / n)^n − 1, n as for borrow_apy_f. Method: rates-1.0. */
            supply_apy_f: number;
            /** @description What suppliers really earned over the last hour, per year, with compounding; the reserve’s own rewards are in it, and losses make it negative. Unit: fraction per year. Null: null where the gap field beside it gives a reason. Source: ((supplied / collateral tokens) now / at the start)^(31,536,000 / seconds covered) − 1. Method: realised-1.1. */
            supply_apy_realised_1h_f: number | null;
            /**
             * @description Why the realised rate beside it is null: not_enough_history, no_collateral (no collateral token existed) or out_of_range. Null: null where the rate is known. Source: decided by the method. Method: realised-1.1.
             * @enum {string|null}
             */
            supply_apy_realised_1h_gap_str: "not_enough_history" | "no_collateral" | "index_reset" | "out_of_range" | null;
            /** @description What suppliers really earned over the last 7 days, per year, with compounding; the reserve’s own rewards are in it, and losses make it negative. Unit: fraction per year. Null: null where the gap field beside it gives a reason. Source: ((supplied / collateral tokens) now / at the start)^(31,536,000 / seconds covered) − 1. Method: realised-1.1. */
            supply_apy_realised_7d_f: number | null;
            /**
             * @description Why the realised rate beside it is null: not_enough_history, no_collateral (no collateral token existed) or out_of_range. Null: null where the rate is known. Source: decided by the method. Method: realised-1.1.
             * @enum {string|null}
             */
            supply_apy_realised_7d_gap_str: "not_enough_history" | "no_collateral" | "index_reset" | "out_of_range" | null;
            /** @description What suppliers really earned over the last 24 hours, per year, with compounding; the reserve’s own rewards are in it, and losses make it negative. Unit: fraction per year. Null: null where the gap field beside it gives a reason. Source: ((supplied / collateral tokens) now / at the start)^(31,536,000 / seconds covered) − 1. Method: realised-1.1. */
            supply_apy_realised_24h_f: number | null;
            /**
             * @description Why the realised rate beside it is null: not_enough_history, no_collateral (no collateral token existed) or out_of_range. Null: null where the rate is known. Source: decided by the method. Method: realised-1.1.
             * @enum {string|null}
             */
            supply_apy_realised_24h_gap_str: "not_enough_history" | "no_collateral" | "index_reset" | "out_of_range" | null;
            /** @description What suppliers really earned over the last 30 days, per year, with compounding; the reserve’s own rewards are in it, and losses make it negative. Unit: fraction per year. Null: null where the gap field beside it gives a reason. Source: ((supplied / collateral tokens) now / at the start)^(31,536,000 / seconds covered) − 1. Method: realised-1.1. */
            supply_apy_realised_30d_f: number | null;
            /**
             * @description Why the realised rate beside it is null: not_enough_history, no_collateral (no collateral token existed) or out_of_range. Null: null where the rate is known. Source: decided by the method. Method: realised-1.1.
             * @enum {string|null}
             */
            supply_apy_realised_30d_gap_str: "not_enough_history" | "no_collateral" | "index_reset" | "out_of_range" | null;
            /** @description Yearly rate that suppliers earn now, from interest and the reserve’s own rewards: the sum of both, as sites that list yields add them. Rewards are not compounded in it, so what suppliers really earn (supply_apy_realised_f) can be a little more. Rewards that are paid apart from the reserve are not in it. Unit: fraction per year. Null: never. Source: supply_apy_f + rewards_apr_f. Method: rates-1.0. */
            supply_apy_total_f: number;
            /** @description Time of the row: the chain clock of the read that the row was derived from. Unit: unix seconds. Null: never. Source: unix_timestamp of the Clock sysvar, read in the same call as the account. Method: ingest-1.0. */
            timestamp: number;
            /** @description Mint address of the token that is lent. Null: never. Source: Reserve account, offset 128 (kamino); Reserve account, offset 42 (save). Method: account-1.0. */
            token_address: string;
            /** @description Decimals of the token: base units are token units times 10^token_decimals. Unit: digits. Null: never. Source: Reserve account, offset 272 (kamino); Reserve account, offset 74 (save). Method: account-1.0. */
            token_decimals: number;
            /** @description Symbol of the token, an empty string where none is known. Not unique, and of unlisted markets whatever their creator wrote: tokens are told apart by token_address. Null: never. Source: name in the account of the reserve, else as token_symbol_origin_str says. Method: account-1.0. */
            token_symbol: string;
            /**
             * @description Where token_symbol comes from. account: the account of the reserve. list: a committed list of tokens by mint address. other_protocol: a reserve of another protocol in a listed market, with the same mint. metadata: the metadata of the mint, which whoever made the mint wrote; a symbol that the list gives to another mint is not taken from there. Null: null where no symbol is known. Source: the first of account, list, other_protocol and metadata that has a symbol. Method: account-1.0.
             * @enum {string|null}
             */
            token_symbol_origin_str: "account" | "list" | "other_protocol" | "metadata" | null;
            /** @description True where that average was young enough. As of the last refresh, whatever has happened since. Unit: boolean. Null: null where the protocol does not make this check, or keeps no result of it. Source: bit 8 of price_status. Method: account-1.0. */
            twap_age_checked_b: boolean | null;
            /** @description True where the price was close enough to its time-weighted average. As of the last refresh, whatever has happened since. Unit: boolean. Null: null where the protocol does not make this check, or keeps no result of it. Source: bit 4 of price_status. Method: account-1.0. */
            twap_checked_b: boolean | null;
            /** @description Verdict of the last refresh: true where all six checks passed, as a borrow demands. False is not without a price: a refresh that brings none sets price_status to 0 once the stored price is too old, and keeps it. A borrow refreshes the reserve first, so false is often cured by that: see requires_price_refresh_b, and borrowable_constraint_str for what no refresh cures. Unit: boolean. Null: null where the protocol keeps no verdict on its price. Source: price_status has all bits of 63. Method: account-1.0. */
            usable_for_borrow_b: boolean | null;
            /** @description True where the program would liquidate on this price: loaded, young enough, allowed. Unit: boolean. Null: null where the protocol keeps no verdict on its price. Source: price_status has all bits of 35. Method: account-1.0. */
            usable_for_liquidation_b: boolean | null;
            /** @description Share of the supplied amount that is borrowed. The value of the program can pass 1 by the share of uncollected fees; the twelve-field rows hold it to 0..1, SQL and all other endpoints do not. Unit: fraction. Null: never. Source: borrowed / supplied; 0 when nothing is supplied. Method: accrual-1.0. */
            utilization_f: number;
            /** @description What the supply vault of the reserve holds by the books of its account: the available amount and what is left of the budget of the reserve’s own rewards. Fees that are owed to the protocol and to referrers lie in it too; TVL (supplied − borrowed) is net of them, so it is lower. Tokens that were sent to the vault past the program are not counted. Unit: token (base units / 10^token_decimals, not the UI amount of a Token-2022 mint). Null: never. Source: vault_balance_raw / 10^token_decimals, as the nearest double. Method: account-1.0. */
            vault_balance_f: number;
            /** @description What the supply vault of the reserve holds by the books of its account: the available amount and what is left of the budget of the reserve’s own rewards. Fees that are owed to the protocol and to referrers lie in it too; TVL (supplied − borrowed) is net of them, so it is lower. Tokens that were sent to the vault past the program are not counted. Unit: base units. Null: never. Source: available_amount_raw + rewards_available_raw, of a protocol without such rewards available_amount_raw. Method: account-1.0. */
            vault_balance_raw: string;
            /** @description What the supply vault of the reserve holds by the books of its account: the available amount and what is left of the budget of the reserve’s own rewards. Fees that are owed to the protocol and to referrers lie in it too; TVL (supplied − borrowed) is net of them, so it is lower. Tokens that were sent to the vault past the program are not counted. In USD at the price that the protocol itself holds. Unit: USD. Null: null where the account holds no price (price_raw is 0). Source: vault_balance_raw / 10^token_decimals × price_raw, as the nearest double. Method: usd-1.1. */
            vault_balance_usd_f: number | null;
            /** @description What the holder of all collateral tokens could redeem now; collateral tokens are redeemed whole. Unit: token (base units / 10^token_decimals, not the UI amount of a Token-2022 mint). Null: null where the account of the market, or a setting that decides, has not been read (constraint unknown). Source: withdrawable_amount_raw / 10^token_decimals, as the nearest double. Method: headroom-2.0. */
            withdrawable_amount_f: number | null;
            /** @description What the holder of all collateral tokens could redeem now; collateral tokens are redeemed whole. Unit: base units. Null: null where the account of the market, or a setting that decides, has not been read (constraint unknown). Source: withdrawable_collateral_raw × supplied / collateral tokens in existence, cut off; at most available − queued and what the deposit cap leaves; 0 in emergency mode. Method: headroom-2.0. */
            withdrawable_amount_raw: string | null;
            /** @description What the holder of all collateral tokens could redeem now; collateral tokens are redeemed whole. Unit: USD. Null: null where the account of the market, or a setting that decides, has not been read (constraint unknown) or the account holds no price. Source: withdrawable_amount_raw × price_raw / 10^token_decimals, as the nearest double. Method: headroom-2.0. */
            withdrawable_amount_usd_f: number | null;
            /** @description Collateral tokens burned for withdrawable_amount_raw, the amount of the instruction. Unit: base units. Null: null where the account of the market, or a setting that decides, has not been read (constraint unknown). Source: the most collateral tokens whose worth passes every limit. Method: headroom-2.0. */
            withdrawable_collateral_raw: string | null;
            /** @description What bounds withdrawals: emergency_mode (kamino), total_supply, available_liquidity, deposit_withdrawal_cap_starts_in_future (kamino), deposit_withdrawal_cap (kamino), counter_overflow (kamino), exchange_rate (save), market_outflow_limit (save), reserve_outflow_limit (save), or unknown where the market has not been read. Null: never. Source: the first check, in the program's order, that refuses one collateral token more. Method: headroom-2.0. */
            withdrawable_constraint_str: string;
            /** @description When the deposit cap that binds starts a new interval; for one that starts in the future, that start. Unit: unix seconds. Null: null where no cap binds, or where its interval is over and the next begins with its next use. Source: start of the interval + its length; the start where it lies in the future. Method: headroom-2.0. */
            withdrawable_resets_timestamp: number | null;
        };
        ReserveDetailEnvelope: {
            data: components["schemas"]["ReserveDetail"][];
            meta: components["schemas"]["MomentMeta"];
            /**
             * @description HTTP status of the answer.
             * @enum {number}
             */
            status: 200;
        };
        /** @description Everything that is known of a reserve at its newest slot. All columns are there unless the parameter fields names some. */
        ReserveDetailRow: {
            /** @description SHA-256 of the account bytes that the row was made from, hexadecimal. Null: never. Source: sha256(account data). Method: account-1.0. */
            account_sha256?: string;
            /** @description Available amount at the slot, rewards that fell due included. Unit: base units. Null: never. Source: available_amount_raw moved to slot with the program’s arithmetic. Method: accrual-1.0. */
            accrued_available_amount_raw?: string;
            /** @description Borrowed amount at the slot, interest included. Unit: base units. Null: never. Source: borrowed_amount_raw moved to slot with the program’s arithmetic. Method: accrual-1.0. */
            accrued_borrowed_amount_raw?: string;
            /** @description Index of the debt at the slot: what one unit borrowed at the start has grown to. Unit: factor. Null: never. Source: cumulative_borrow_rate_raw moved to slot with the program’s arithmetic. Method: accrual-1.0. */
            accrued_cumulative_borrow_rate_raw?: string;
            /** @description Unassigned referrer fees at the slot. Unit: base units. Null: never. Source: pending_referrer_fees_raw moved to slot with the program’s arithmetic. Method: accrual-1.0. */
            accrued_pending_referrer_fees_raw?: string;
            /** @description Uncollected protocol fees at the slot. Unit: base units. Null: never. Source: accumulated_protocol_fees_raw moved to slot with the program’s arithmetic. Method: accrual-1.0. */
            accrued_protocol_fees_raw?: string;
            /** @description Supplied amount at the slot. Unit: base units. Null: never. Source: available + borrowed − protocol fees − referrer fees − pending referrer fees, all at slot. Method: accrual-1.0. */
            accrued_total_supply_raw?: string;
            /** @description Referrer fees that have accrued and are not collected, as the account holds them. Unit: base units. Null: never. Source: Reserve account, offset 360. Method: account-1.0. */
            accumulated_referrer_fees_raw?: string;
            /** @description Amount that lies in the reserve and is not lent out. Unit: token (base units / 10^token_decimals, not the UI amount of a Token-2022 mint). Null: never. Source: accrued_available_amount_raw / 10^token_decimals, as the nearest double. Method: accrual-1.0. */
            available_amount_f?: number;
            /** @description Amount that lies in the reserve and is not lent out, as the account holds it. Unit: base units. Null: never. Source: Reserve account, offset 224. Method: account-1.0. */
            available_amount_raw?: string;
            /** @description Available amount in USD at the price that the protocol itself holds. Unit: USD. Null: null where the account holds no price (price_raw is 0). Source: available amount × price_raw, as the nearest double. Method: usd-1.1. */
            available_amount_usd_f?: number | null;
            /** @description Yearly rate that borrowers pay now, without compounding. Unit: fraction per year. Null: never. Source: (curve(utilization) + host fixed rate) × f, f = 500 / slot_duration_ms on the slot basis and 1 on the time basis. Method: rates-1.0. */
            borrow_apr_f?: number;
            /** @description Yearly rate that borrowers pay now, with compounding. Unit: fraction per year. Null: never. Source: (1 + borrow_apr / n)^n − 1, n = 63,072,000 on the slot basis and 31,536,000 on the time basis. Method: rates-1.0. */
            borrow_apy_f?: number;
            /** @description What borrowers really paid over the last hour, per year, with compounding. Unit: fraction per year. Null: null where the gap field beside it gives a reason. Source: (cumulative borrow rate now / at the start)^(31,536,000 / seconds covered) − 1. Method: realised-1.1. */
            borrow_apy_realised_1h_f?: number | null;
            /**
             * @description Why the realised rate beside it is null: not_enough_history, index_reset (the index fell) or out_of_range. Null: null where the rate is known. Source: decided by the method. Method: realised-1.1.
             * @enum {string|null}
             */
            borrow_apy_realised_1h_gap_str?: "not_enough_history" | "index_reset" | "out_of_range" | null;
            /** @description What borrowers really paid over the last 7 days, per year, with compounding. Unit: fraction per year. Null: null where the gap field beside it gives a reason. Source: (cumulative borrow rate now / at the start)^(31,536,000 / seconds covered) − 1. Method: realised-1.1. */
            borrow_apy_realised_7d_f?: number | null;
            /**
             * @description Why the realised rate beside it is null: not_enough_history, index_reset (the index fell) or out_of_range. Null: null where the rate is known. Source: decided by the method. Method: realised-1.1.
             * @enum {string|null}
             */
            borrow_apy_realised_7d_gap_str?: "not_enough_history" | "index_reset" | "out_of_range" | null;
            /** @description What borrowers really paid over the last 24 hours, per year, with compounding. Unit: fraction per year. Null: null where the gap field beside it gives a reason. Source: (cumulative borrow rate now / at the start)^(31,536,000 / seconds covered) − 1. Method: realised-1.1. */
            borrow_apy_realised_24h_f?: number | null;
            /**
             * @description Why the realised rate beside it is null: not_enough_history, index_reset (the index fell) or out_of_range. Null: null where the rate is known. Source: decided by the method. Method: realised-1.1.
             * @enum {string|null}
             */
            borrow_apy_realised_24h_gap_str?: "not_enough_history" | "index_reset" | "out_of_range" | null;
            /** @description What borrowers really paid over the last 30 days, per year, with compounding. Unit: fraction per year. Null: null where the gap field beside it gives a reason. Source: (cumulative borrow rate now / at the start)^(31,536,000 / seconds covered) − 1. Method: realised-1.1. */
            borrow_apy_realised_30d_f?: number | null;
            /**
             * @description Why the realised rate beside it is null: not_enough_history, index_reset (the index fell) or out_of_range. Null: null where the rate is known. Source: decided by the method. Method: realised-1.1.
             * @enum {string|null}
             */
            borrow_apy_realised_30d_gap_str?: "not_enough_history" | "index_reset" | "out_of_range" | null;
            /** @description What bounds borrowing outside elevation groups: emergency_mode (kamino), reserve_status (kamino), block_price_usage (kamino), borrow_disabled (kamino), borrow_limit, minimum_fee, debt_withdrawal_cap_starts_in_future (kamino), debt_withdrawal_cap (kamino), counter_overflow (kamino), available_liquidity, utilization_limit (kamino), borrow_limit_outside_elevation_group (kamino), market_outflow_limit (save), reserve_outflow_limit (save), or unknown where the market has not been read. Null: never. Source: the first check, in the program's order, that refuses one base unit more. Method: headroom-2.0. */
            borrowable_constraint_str?: string;
            /** @description The largest borrow the program accepts now by a position outside elevation groups, origination fee included: what the debt grows by and what leaves the vault. Unit: token (base units / 10^token_decimals, not the UI amount of a Token-2022 mint). Null: null where the account of the market, or a setting that decides, has not been read (constraint unknown). Source: borrowable_gross_amount_raw / 10^token_decimals, as the nearest double. Method: headroom-2.0. */
            borrowable_gross_amount_f?: number | null;
            /** @description The largest borrow the program accepts now by a position outside elevation groups, origination fee included: what the debt grows by and what leaves the vault. Unit: base units. Null: null where the account of the market, or a setting that decides, has not been read (constraint unknown). Source: borrowable_net_amount_raw + its fee; least of: borrow limit − borrowed; what the debt cap leaves; available − queued; the most that keeps (borrowed + amount) / supplied below the utilization limit; limit outside elevation groups − borrowed there; 0 where a switch forbids borrowing. Method: headroom-2.0. */
            borrowable_gross_amount_raw?: string | null;
            /** @description The largest borrow the program accepts now by a position outside elevation groups, origination fee included: what the debt grows by and what leaves the vault. Unit: USD. Null: null where the account of the market, or a setting that decides, has not been read (constraint unknown) or the account holds no price. Source: borrowable_gross_amount_raw × price_raw / 10^token_decimals, as the nearest double. Method: headroom-2.0. */
            borrowable_gross_amount_usd_f?: number | null;
            /** @description What bounds borrowing inside an elevation group: emergency_mode (kamino), reserve_status (kamino), block_price_usage (kamino), borrow_disabled (kamino), borrow_limit (kamino), minimum_fee (kamino), debt_withdrawal_cap_starts_in_future (kamino), debt_withdrawal_cap (kamino), counter_overflow (kamino), available_liquidity (kamino), utilization_limit (kamino), or unknown where the market has not been read. Null: null where the protocol has no elevation groups. Source: the first check, in the program's order, that refuses one base unit more. Method: headroom-2.0. */
            borrowable_in_elevation_group_constraint_str?: string | null;
            /** @description The largest borrow the program accepts now by a position inside an elevation group, before the limits that its collateral reserves set for the group, origination fee included: what the debt grows by and what leaves the vault. Unit: token (base units / 10^token_decimals, not the UI amount of a Token-2022 mint). Null: null where the protocol has no elevation groups, or where the account of the market, or a setting that decides, has not been read (constraint unknown). Source: borrowable_in_elevation_group_gross_amount_raw / 10^token_decimals, as the nearest double. Method: headroom-2.0. */
            borrowable_in_elevation_group_gross_amount_f?: number | null;
            /** @description The largest borrow the program accepts now by a position inside an elevation group, before the limits that its collateral reserves set for the group, origination fee included: what the debt grows by and what leaves the vault. Unit: base units. Null: null where the protocol has no elevation groups, or where the account of the market, or a setting that decides, has not been read (constraint unknown). Source: borrowable_in_elevation_group_net_amount_raw + its fee; least of: borrow limit − borrowed; what the debt cap leaves; available − queued; the most that keeps (borrowed + amount) / supplied below the utilization limit; 0 where a switch forbids borrowing. Method: headroom-2.0. */
            borrowable_in_elevation_group_gross_amount_raw?: string | null;
            /** @description The largest borrow the program accepts now by a position inside an elevation group, before the limits that its collateral reserves set for the group, origination fee included: what the debt grows by and what leaves the vault. Unit: USD. Null: null where the protocol has no elevation groups, where the account of the market, or a setting that decides, has not been read (constraint unknown) or the account holds no price. Source: borrowable_in_elevation_group_gross_amount_raw × price_raw / 10^token_decimals, as the nearest double. Method: headroom-2.0. */
            borrowable_in_elevation_group_gross_amount_usd_f?: number | null;
            /** @description The largest borrow the program accepts now by a position inside an elevation group, before the limits that its collateral reserves set for the group, without the origination fee: what the borrower receives, the amount of the instruction. Unit: token (base units / 10^token_decimals, not the UI amount of a Token-2022 mint). Null: null where the protocol has no elevation groups, or where the account of the market, or a setting that decides, has not been read (constraint unknown). Source: borrowable_in_elevation_group_net_amount_raw / 10^token_decimals, as the nearest double. Method: headroom-2.0. */
            borrowable_in_elevation_group_net_amount_f?: number | null;
            /** @description The largest borrow the program accepts now by a position inside an elevation group, before the limits that its collateral reserves set for the group, without the origination fee: what the borrower receives, the amount of the instruction. Unit: base units. Null: null where the protocol has no elevation groups, or where the account of the market, or a setting that decides, has not been read (constraint unknown). Source: largest amount with amount + fee at most the gross limit; fee = amount × origination fee, rounded half up, at least 1 base unit; 0 where the fee would take all of it. Method: headroom-2.0. */
            borrowable_in_elevation_group_net_amount_raw?: string | null;
            /** @description The largest borrow the program accepts now by a position inside an elevation group, before the limits that its collateral reserves set for the group, without the origination fee: what the borrower receives, the amount of the instruction. Unit: USD. Null: null where the protocol has no elevation groups, where the account of the market, or a setting that decides, has not been read (constraint unknown) or the account holds no price. Source: borrowable_in_elevation_group_net_amount_raw × price_raw / 10^token_decimals, as the nearest double. Method: headroom-2.0. */
            borrowable_in_elevation_group_net_amount_usd_f?: number | null;
            /** @description When the debt cap that binds starts a new interval; for one that starts in the future, that start. Unit: unix seconds. Null: null where no cap binds, or where its interval is over and the next begins with its next use. Source: start of the interval + its length; the start where it lies in the future. Method: headroom-2.0. */
            borrowable_in_elevation_group_resets_timestamp?: number | null;
            /** @description The largest borrow the program accepts now by a position outside elevation groups, without the origination fee: what the borrower receives, the amount of the instruction. Unit: token (base units / 10^token_decimals, not the UI amount of a Token-2022 mint). Null: null where the account of the market, or a setting that decides, has not been read (constraint unknown). Source: borrowable_net_amount_raw / 10^token_decimals, as the nearest double. Method: headroom-2.0. */
            borrowable_net_amount_f?: number | null;
            /** @description The largest borrow the program accepts now by a position outside elevation groups, without the origination fee: what the borrower receives, the amount of the instruction. Unit: base units. Null: null where the account of the market, or a setting that decides, has not been read (constraint unknown). Source: largest amount with amount + fee at most the gross limit; fee = amount × origination fee, rounded half up, at least 1 base unit; 0 where the fee would take all of it. Method: headroom-2.0. */
            borrowable_net_amount_raw?: string | null;
            /** @description The largest borrow the program accepts now by a position outside elevation groups, without the origination fee: what the borrower receives, the amount of the instruction. Unit: USD. Null: null where the account of the market, or a setting that decides, has not been read (constraint unknown) or the account holds no price. Source: borrowable_net_amount_raw × price_raw / 10^token_decimals, as the nearest double. Method: headroom-2.0. */
            borrowable_net_amount_usd_f?: number | null;
            /** @description When the debt cap that binds starts a new interval; for one that starts in the future, that start. Unit: unix seconds. Null: null where no cap binds, or where its interval is over and the next begins with its next use. Source: start of the interval + its length; the start where it lies in the future. Method: headroom-2.0. */
            borrowable_resets_timestamp?: number | null;
            /** @description Total amount owed by borrowers, interest up to the slot included. Unit: token (base units / 10^token_decimals, not the UI amount of a Token-2022 mint). Null: never. Source: accrued_borrowed_amount_raw / 10^token_decimals, as the nearest double. Method: accrual-1.0. */
            borrowed_amount_f?: number;
            /** @description Amount owed by borrowers as of last_update_slot, as the account holds it. Unit: base units. Null: never. Source: Reserve account, offset 232. Method: account-1.0. */
            borrowed_amount_raw?: string;
            /** @description Borrowed amount in USD at the price that the protocol itself holds. Unit: USD. Null: null where the account holds no price (price_raw is 0). Source: borrowed amount × price_raw, as the nearest double. Method: usd-1.1. */
            borrowed_amount_usd_f?: number | null;
            /** @description Collateral tokens in existence. Unit: base units. Null: never. Source: Reserve account, offset 2592. Method: account-1.0. */
            collateral_supply_raw?: string;
            /** @description Which version of the program's arithmetic was used: since-1.17 or before-1.17. Null: never. Source: setting of the indexer. Method: accrual-1.0. */
            compounding_str?: string;
            /** @description Index of the debt as of last_update_slot: what one unit borrowed at the start has grown to. Unit: factor. Null: never. Source: Reserve account, offset 296, 256 bits. Method: account-1.0. */
            cumulative_borrow_rate_raw?: string;
            /** @description Version of the decoder that read the account. Unit: version. Null: never. Source: constant of the decoder. Method: ingest-1.0. */
            decoder_version?: number;
            /** @description The largest deposit the program accepts now. Unit: token (base units / 10^token_decimals, not the UI amount of a Token-2022 mint). Null: null where there is no limit (constraint none) or the account of the market, or a setting that decides, has not been read (constraint unknown). Source: depositable_amount_raw / 10^token_decimals, as the nearest double. Method: headroom-2.0. */
            depositable_amount_f?: number | null;
            /** @description The largest deposit the program accepts now. Unit: base units. Null: null where there is no limit (constraint none) or the account of the market, or a setting that decides, has not been read (constraint unknown). Source: deposit limit − supplied, and no more than takes the deposit cap's counter to its minimum; 0 in emergency mode, for an obsolete reserve and while the deposit cap starts in the future. Method: headroom-2.0. */
            depositable_amount_raw?: string | null;
            /** @description The largest deposit the program accepts now. Unit: USD. Null: null where there is no limit (constraint none), the account of the market, or a setting that decides, has not been read (constraint unknown) or the account holds no price. Source: depositable_amount_raw × price_raw / 10^token_decimals, as the nearest double. Method: headroom-2.0. */
            depositable_amount_usd_f?: number | null;
            /** @description What bounds deposits: emergency_mode (kamino), reserve_status (kamino), deposit_limit, deposit_withdrawal_cap_starts_in_future (kamino), counter_overflow (kamino), none, exchange_rate (save), balance_overflow (save), or unknown where the market has not been read. Null: never. Source: the first check, in the program's order, that refuses one base unit more. Method: headroom-2.0. */
            depositable_constraint_str?: string;
            /** @description When the deposit cap that refuses every deposit starts. Unit: unix seconds. Null: null where deposits are not refused for a cap that starts in the future. Source: start of the interval. Method: headroom-2.0. */
            depositable_resets_timestamp?: number | null;
            /** @description True where the price lay within the bounds of the configuration. As of the last refresh, whatever has happened since. Unit: boolean. Null: null where the protocol does not make this check, or keeps no result of it. Source: bit 16 of price_status. Method: account-1.0. */
            heuristic_checked_b?: boolean | null;
            /** @description What the reserve’s interest accrues by, as the program calls it: slots (also: legacy) or seconds (also: true_apr). Null: never. Source: configuration of the reserve; always the same where the program has one basis only. Method: account-1.0. */
            interest_rate_basis_str?: string;
            /** @description Slot at which the program last refreshed the reserve. Unit: slots. Null: never. Source: Reserve account, offset 16. Method: account-1.0. */
            last_update_slot?: number;
            /** @description True where a user action came after the last refresh. Normal, not an error. Unit: boolean. Null: never. Source: Reserve account, offset 24 is not 0. Method: account-1.0. */
            last_update_stale_b?: boolean;
            /** @description Time of the last refresh that the account records. Unit: unix seconds. Null: null where the account holds 0. Source: Reserve account, offset 28. Method: account-1.0. */
            last_update_timestamp?: number | null;
            /** @description Address of the lending market. Null: never. Source: Reserve account, offset 32 (kamino); Reserve account, offset 10 (save). Method: account-1.0. */
            lending_market?: string;
            /** @description Name of the lending market: the one on chain, else the label of a known market, else an empty string. Null: never. Source: LendingMarket account, offset 3248; a label of known markets where it is empty (kamino); label of a known market (save). Method: account-1.0. */
            lending_market_name?: string;
            /** @description True where the lending market is listed. Anybody can create a market and name it at will: sums over markets count those alone that are listed, by the committed list of the protocol or by a setting of the operator. Unit: boolean. Null: never. Source: address of the lending market is in the registry of the protocol, or in LISTED_MARKETS; false where its account was never read. Method: aggregate-1.1. */
            listed_b?: boolean;
            /** @description Age of market_price_usd_f at that time: since the oldest price in it was published. Unit: seconds. Null: null where no source states a time, or there is no price. Source: market_price_timestamp − time of publication. Method: price-1.1. */
            market_price_age_seconds?: number | null;
            /** @description How far the price that the protocol holds lies above market_price_usd_f; below where it is negative. A price that the protocol refreshed long ago diverges for that reason alone: see price_age_seconds; whether the program would have accepted it says usable_for_borrow_b. Unit: basis points. Null: null where the two cannot be compared: see market_price_divergence_gap_str. Source: (price_usd_f / market_price_usd_f − 1) × 10,000, of the exact prices. Method: price-1.1. */
            market_price_divergence_bps_f?: number | null;
            /**
             * @description Why the two prices are not compared. missing: the token has no price. not_read: the reserve or the price was not read for longer than it may be, so they are of different times. stale, disagreement: the price of the token is, so there is none in force. no_other_source: it was made of prices that reserves hold, of which this may be one. protocol_unpriced: the reserve holds no price. Null: null where market_price_divergence_bps_f is known. Source: newest price of token_address, and the reserve. Method: price-1.1.
             * @enum {string|null}
             */
            market_price_divergence_gap_str?: "missing" | "not_read" | "stale" | "disagreement" | "no_other_source" | "protocol_unpriced" | null;
            /** @description What can be said of market_price_usd_f, as status_str of the prices API; missing where the token has no price. Null: never. Source: newest price of token_address. Method: price-1.1. */
            market_price_status_str?: string;
            /** @description Time of the read that market_price_usd_f is of. Unit: unix seconds. Null: null where the token was never priced. Source: newest price of token_address. Method: ingest-1.0. */
            market_price_timestamp?: number | null;
            /** @description Price of the token out of several sources, as the prices API has it: with the status stale the last one. Unit: USD per token. Null: null where there is none. Source: newest price of token_address. Method: price-1.1. */
            market_price_usd_f?: number | null;
            /** @description Chain time since which the account is no longer on chain. The last known state is kept and still served. Unit: unix seconds. Null: null while the account is on chain. Source: chain clock of the first read that no longer held the account. Method: ingest-1.0. */
            missing_since_timestamp?: number | null;
            /** @description Fields of the protocol of the reserve beyond those above, as in its view `lend_v1.<protocol>_reserve_latest`. */
            own?: components["schemas"]["KaminoReserveOwn"] | components["schemas"]["SaveReserveOwn"];
            /** @description Fees set apart for referrers and not yet assigned to one, at the slot of the row. Unit: token (base units / 10^token_decimals, not the UI amount of a Token-2022 mint). Null: null where the protocol has no such fees. Source: accrued_pending_referrer_fees_raw / 10^token_decimals, as the nearest double. Method: accrual-1.0. */
            pending_referrer_fees_f?: number | null;
            /** @description Fees set apart for referrers and not yet assigned to one, at the slot of the row. Unit: USD. Null: null where the protocol has no such fees, or the account holds no price (price_raw is 0). Source: accrued_pending_referrer_fees_raw × price_raw / 10^token_decimals, as the nearest double. Method: usd-1.1. */
            pending_referrer_fees_usd_f?: number | null;
            /** @description True where the price was young enough. As of the last refresh, whatever has happened since. Unit: boolean. Null: null where the protocol does not make this check, or keeps no result of it. Source: bit 2 of price_status. Method: account-1.0. */
            price_age_checked_b?: boolean | null;
            /** @description Age of the price at the time of the row, by the chain’s clock. Unit: seconds. Null: null where the account holds no time of a price. Source: time of the row − time of the price. Method: usd-1.1. */
            price_age_seconds?: number | null;
            /** @description True where the last refresh loaded a price, or found the stored one young enough to keep. As of the last refresh, whatever has happened since. Unit: boolean. Null: null where the protocol does not make this check, or keeps no result of it. Source: bit 1 of price_status. Method: account-1.0. */
            price_loaded_b?: boolean | null;
            /** @description Price of one whole token, as the account holds it. 0 means that there is none. Unit: USD per token. Null: never. Source: Reserve account, offset 248. Method: account-1.0. */
            price_raw?: string;
            /** @description What the program’s checks said of the price at the last refresh: 1 loaded, 2 age, 4 TWAP, 8 TWAP age, 16 heuristic, 32 usage allowed; 63 is all good. 0: never priced, or refreshed without a new price when the stored one was too old, which keeps it. Without a refresh the bits stay as they are: judge age by price_at. Unit: bits. Null: null where the protocol keeps no verdict on its price. Source: Reserve account, offset 25. Method: account-1.0. */
            price_status?: number | null;
            /** @description Time of the price that the account holds. Unit: unix seconds. Null: null where the account holds 0. Source: Reserve account, offset 264. Method: account-1.0. */
            price_timestamp?: number | null;
            /** @description True where the configuration does not block the use of the price. As of the last refresh, whatever has happened since. Unit: boolean. Null: null where the protocol does not make this check, or keeps no result of it. Source: bit 32 of price_status. Method: account-1.0. */
            price_usage_allowed_b?: boolean | null;
            /** @description Price of one token that the reserve account holds, however old it is. Unit: USD per token. Null: null where the account holds no price (price_raw is 0). Source: price_raw, as the nearest double. Method: usd-1.1. */
            price_usd_f?: number | null;
            /** @description Fees that the reserve owes to the protocol, not yet collected, at the slot of the row. Unit: token (base units / 10^token_decimals, not the UI amount of a Token-2022 mint). Null: never. Source: accrued_protocol_fees_raw / 10^token_decimals, as the nearest double. Method: accrual-1.0. */
            protocol_fees_f?: number;
            /** @description Fees that the reserve owes to the protocol, not yet collected, at the slot of the row. Unit: USD. Null: null where the account holds no price (price_raw is 0). Source: accrued_protocol_fees_raw × price_raw / 10^token_decimals, as the nearest double. Method: usd-1.1. */
            protocol_fees_usd_f?: number | null;
            /** @description Worth of the collateral tokens that wait in the withdrawal queue. Unit: token (base units / 10^token_decimals, not the UI amount of a Token-2022 mint). Null: null where the protocol has no withdrawal queue. Source: queued_withdrawals_raw / 10^token_decimals, as the nearest double. Method: headroom-2.0. */
            queued_withdrawals_f?: number | null;
            /** @description Worth of the collateral tokens that wait in the withdrawal queue. Unit: base units. Null: null where the protocol has no withdrawal queue. Source: queued collateral tokens × supplied / collateral tokens in circulation, cut off. Method: headroom-2.0. */
            queued_withdrawals_raw?: string | null;
            /** @description Worth of the collateral tokens that wait in the withdrawal queue. Unit: USD. Null: null where the protocol has no withdrawal queue or the account holds no price. Source: queued_withdrawals_raw × price_raw / 10^token_decimals, as the nearest double. Method: headroom-2.0. */
            queued_withdrawals_usd_f?: number | null;
            /** @description Time that the realised rates of the last hour really cover: just that where the indices are known at the very moment it begins, else more, from the newest stored row before it on. Unit: seconds. Null: null where no row is within half a window before the begin. Source: the window, or timestamp − chain time of the row before it. Method: realised-1.1. */
            realised_1h_seconds?: number | null;
            /** @description Time that the realised rates of the last 7 days really cover: just that where the indices are known at the very moment it begins, else more, from the newest stored row before it on. Unit: seconds. Null: null where no row is within half a window before the begin. Source: the window, or timestamp − chain time of the row before it. Method: realised-1.1. */
            realised_7d_seconds?: number | null;
            /** @description Time that the realised rates of the last 24 hours really cover: just that where the indices are known at the very moment it begins, else more, from the newest stored row before it on. Unit: seconds. Null: null where no row is within half a window before the begin. Source: the window, or timestamp − chain time of the row before it. Method: realised-1.1. */
            realised_24h_seconds?: number | null;
            /** @description Time that the realised rates of the last 30 days really cover: just that where the indices are known at the very moment it begins, else more, from the newest stored row before it on. Unit: seconds. Null: null where no row is within half a window before the begin. Source: the window, or timestamp − chain time of the row before it. Method: realised-1.1. */
            realised_30d_seconds?: number | null;
            /** @description Fees that the reserve owes to referrers it knows, not yet collected. Unit: token (base units / 10^token_decimals, not the UI amount of a Token-2022 mint). Null: null where the protocol has no such fees. Source: accumulated_referrer_fees_raw / 10^token_decimals, as the nearest double. Method: accrual-1.0. */
            referrer_fees_f?: number | null;
            /** @description Fees that the reserve owes to referrers it knows, not yet collected. Unit: USD. Null: null where the protocol has no such fees, or the account holds no price (price_raw is 0). Source: accumulated_referrer_fees_raw × price_raw / 10^token_decimals, as the nearest double. Method: usd-1.1. */
            referrer_fees_usd_f?: number | null;
            /** @description True where a borrow first needs a refresh that brings a new price. False where the refresh that every borrow needs in its own transaction may keep the stored price. Unit: boolean. Null: null where usable_for_borrow_b is true and the account of the market, or a setting, has not been read. Source: usable_for_borrow_b is false, or price_age_seconds ≥ max_price_age_seconds × priceRefreshTriggerToMaxAgePct of the market / 100 (cut off). Method: headroom-2.0. */
            requires_price_refresh_b?: boolean | null;
            /** @description Address of the reserve. Null: never. Source: address of the Reserve account. Method: account-1.0. */
            reserve?: string;
            /** @description Yearly rate of the reserve’s own rewards, which are added to the supplied amount. Not part of supply_apr_f or supply_apy_f. Unit: fraction per year. Null: never. Source: min(rewards per unit × n / supplied, market cap of the rewards rate) × f; 0 when the budget is empty. Method: rates-1.0. */
            rewards_apr_f?: number;
            /** @description Slot of the bank that the account was read from. Amounts and rates are as of it. Unit: slots. Null: never. Source: slot of the Clock sysvar, read in the same call as the account. Method: ingest-1.0. */
            slot?: number;
            /** @description Slot duration that the rates of the row were computed with. Unit: milliseconds. Null: never. Source: measured by the indexer, see slot_duration_source_str. Method: rates-1.0. */
            slot_duration_ms_f?: number;
            /**
             * @description Where the slot duration came from: performance_samples, clock_pairs or configured. Null: never. Source: chosen by the indexer. Method: rates-1.0.
             * @enum {string}
             */
            slot_duration_source_str?: "performance_samples" | "clock_pairs" | "configured";
            /** @description Slots since the last refresh that the account records; interest for them is in the amounts. Unit: slots. Null: never. Source: slot − last_update_slot. Method: account-1.0. */
            stale_slots?: number;
            /**
             * @description Status of the reserve: active, obsolete or hidden. Where the program has no status, a reserve is obsolete with both limits at 0, else active. Null: never. Source: Reserve account, offset 4856. Method: config-1.0.
             * @enum {string}
             */
            status_str?: "active" | "obsolete" | "hidden";
            /** @description Total amount supplied to the reserve. Fees that belong to the protocol and to referrers are not part of it, so available + borrowed is a little more. Unit: token (base units / 10^token_decimals, not the UI amount of a Token-2022 mint). Null: never. Source: accrued_total_supply_raw / 10^token_decimals, as the nearest double. Method: accrual-1.0. */
            supplied_amount_f?: number;
            /** @description Supplied amount in USD at the price that the protocol itself holds. Unit: USD. Null: null where the account holds no price (price_raw is 0). Source: supplied amount × price_raw, as the nearest double. Method: usd-1.1. */
            supplied_amount_usd_f?: number | null;
            /** @description Yearly rate that suppliers earn from interest now, without compounding and without rewards. Unit: fraction per year. Null: never. Source: utilization × curve(utilization) × f × (1 − protocol take rate). Method: rates-1.0. */
            supply_apr_f?: number;
            /** @description Yearly rate that suppliers earn from interest now, with compounding and without rewards. Unit: fraction per year. Null: never. Source: (1 + supply_apr / n)^n − 1, n as for borrow_apy_f. Method: rates-1.0. */
            supply_apy_f?: number;
            /** @description What suppliers really earned over the last hour, per year, with compounding; the reserve’s own rewards are in it, and losses make it negative. Unit: fraction per year. Null: null where the gap field beside it gives a reason. Source: ((supplied / collateral tokens) now / at the start)^(31,536,000 / seconds covered) − 1. Method: realised-1.1. */
            supply_apy_realised_1h_f?: number | null;
            /**
             * @description Why the realised rate beside it is null: not_enough_history, no_collateral (no collateral token existed) or out_of_range. Null: null where the rate is known. Source: decided by the method. Method: realised-1.1.
             * @enum {string|null}
             */
            supply_apy_realised_1h_gap_str?: "not_enough_history" | "no_collateral" | "index_reset" | "out_of_range" | null;
            /** @description What suppliers really earned over the last 7 days, per year, with compounding; the reserve’s own rewards are in it, and losses make it negative. Unit: fraction per year. Null: null where the gap field beside it gives a reason. Source: ((supplied / collateral tokens) now / at the start)^(31,536,000 / seconds covered) − 1. Method: realised-1.1. */
            supply_apy_realised_7d_f?: number | null;
            /**
             * @description Why the realised rate beside it is null: not_enough_history, no_collateral (no collateral token existed) or out_of_range. Null: null where the rate is known. Source: decided by the method. Method: realised-1.1.
             * @enum {string|null}
             */
            supply_apy_realised_7d_gap_str?: "not_enough_history" | "no_collateral" | "index_reset" | "out_of_range" | null;
            /** @description What suppliers really earned over the last 24 hours, per year, with compounding; the reserve’s own rewards are in it, and losses make it negative. Unit: fraction per year. Null: null where the gap field beside it gives a reason. Source: ((supplied / collateral tokens) now / at the start)^(31,536,000 / seconds covered) − 1. Method: realised-1.1. */
            supply_apy_realised_24h_f?: number | null;
            /**
             * @description Why the realised rate beside it is null: not_enough_history, no_collateral (no collateral token existed) or out_of_range. Null: null where the rate is known. Source: decided by the method. Method: realised-1.1.
             * @enum {string|null}
             */
            supply_apy_realised_24h_gap_str?: "not_enough_history" | "no_collateral" | "index_reset" | "out_of_range" | null;
            /** @description What suppliers really earned over the last 30 days, per year, with compounding; the reserve’s own rewards are in it, and losses make it negative. Unit: fraction per year. Null: null where the gap field beside it gives a reason. Source: ((supplied / collateral tokens) now / at the start)^(31,536,000 / seconds covered) − 1. Method: realised-1.1. */
            supply_apy_realised_30d_f?: number | null;
            /**
             * @description Why the realised rate beside it is null: not_enough_history, no_collateral (no collateral token existed) or out_of_range. Null: null where the rate is known. Source: decided by the method. Method: realised-1.1.
             * @enum {string|null}
             */
            supply_apy_realised_30d_gap_str?: "not_enough_history" | "no_collateral" | "index_reset" | "out_of_range" | null;
            /** @description Yearly rate that suppliers earn now, from interest and the reserve’s own rewards: the sum of both, as sites that list yields add them. Rewards are not compounded in it, so what suppliers really earn (supply_apy_realised_f) can be a little more. Rewards that are paid apart from the reserve are not in it. Unit: fraction per year. Null: never. Source: supply_apy_f + rewards_apr_f. Method: rates-1.0. */
            supply_apy_total_f?: number;
            /** @description Time of the row: the chain clock of the read that the row was derived from. Unit: unix seconds. Null: never. Source: unix_timestamp of the Clock sysvar, read in the same call as the account. Method: ingest-1.0. */
            timestamp?: number;
            /** @description Mint address of the token that is lent. Null: never. Source: Reserve account, offset 128 (kamino); Reserve account, offset 42 (save). Method: account-1.0. */
            token_address?: string;
            /** @description Decimals of the token: base units are token units times 10^token_decimals. Unit: digits. Null: never. Source: Reserve account, offset 272 (kamino); Reserve account, offset 74 (save). Method: account-1.0. */
            token_decimals?: number;
            /** @description Symbol of the token, an empty string where none is known. Not unique, and of unlisted markets whatever their creator wrote: tokens are told apart by token_address. Null: never. Source: name in the account of the reserve, else as token_symbol_origin_str says. Method: account-1.0. */
            token_symbol?: string;
            /**
             * @description Where token_symbol comes from. account: the account of the reserve. list: a committed list of tokens by mint address. other_protocol: a reserve of another protocol in a listed market, with the same mint. metadata: the metadata of the mint, which whoever made the mint wrote; a symbol that the list gives to another mint is not taken from there. Null: null where no symbol is known. Source: the first of account, list, other_protocol and metadata that has a symbol. Method: account-1.0.
             * @enum {string|null}
             */
            token_symbol_origin_str?: "account" | "list" | "other_protocol" | "metadata" | null;
            /** @description True where that average was young enough. As of the last refresh, whatever has happened since. Unit: boolean. Null: null where the protocol does not make this check, or keeps no result of it. Source: bit 8 of price_status. Method: account-1.0. */
            twap_age_checked_b?: boolean | null;
            /** @description True where the price was close enough to its time-weighted average. As of the last refresh, whatever has happened since. Unit: boolean. Null: null where the protocol does not make this check, or keeps no result of it. Source: bit 4 of price_status. Method: account-1.0. */
            twap_checked_b?: boolean | null;
            /** @description Verdict of the last refresh: true where all six checks passed, as a borrow demands. False is not without a price: a refresh that brings none sets price_status to 0 once the stored price is too old, and keeps it. A borrow refreshes the reserve first, so false is often cured by that: see requires_price_refresh_b, and borrowable_constraint_str for what no refresh cures. Unit: boolean. Null: null where the protocol keeps no verdict on its price. Source: price_status has all bits of 63. Method: account-1.0. */
            usable_for_borrow_b?: boolean | null;
            /** @description True where the program would liquidate on this price: loaded, young enough, allowed. Unit: boolean. Null: null where the protocol keeps no verdict on its price. Source: price_status has all bits of 35. Method: account-1.0. */
            usable_for_liquidation_b?: boolean | null;
            /** @description Share of the supplied amount that is borrowed. The value of the program can pass 1 by the share of uncollected fees; the twelve-field rows hold it to 0..1, SQL and all other endpoints do not. Unit: fraction. Null: never. Source: borrowed / supplied; 0 when nothing is supplied. Method: accrual-1.0. */
            utilization_f?: number;
            /** @description What the supply vault of the reserve holds by the books of its account: the available amount and what is left of the budget of the reserve’s own rewards. Fees that are owed to the protocol and to referrers lie in it too; TVL (supplied − borrowed) is net of them, so it is lower. Tokens that were sent to the vault past the program are not counted. Unit: token (base units / 10^token_decimals, not the UI amount of a Token-2022 mint). Null: never. Source: vault_balance_raw / 10^token_decimals, as the nearest double. Method: account-1.0. */
            vault_balance_f?: number;
            /** @description What the supply vault of the reserve holds by the books of its account: the available amount and what is left of the budget of the reserve’s own rewards. Fees that are owed to the protocol and to referrers lie in it too; TVL (supplied − borrowed) is net of them, so it is lower. Tokens that were sent to the vault past the program are not counted. Unit: base units. Null: never. Source: available_amount_raw + rewards_available_raw, of a protocol without such rewards available_amount_raw. Method: account-1.0. */
            vault_balance_raw?: string;
            /** @description What the supply vault of the reserve holds by the books of its account: the available amount and what is left of the budget of the reserve’s own rewards. Fees that are owed to the protocol and to referrers lie in it too; TVL (supplied − borrowed) is net of them, so it is lower. Tokens that were sent to the vault past the program are not counted. In USD at the price that the protocol itself holds. Unit: USD. Null: null where the account holds no price (price_raw is 0). Source: vault_balance_raw / 10^token_decimals × price_raw, as the nearest double. Method: usd-1.1. */
            vault_balance_usd_f?: number | null;
            /** @description What the holder of all collateral tokens could redeem now; collateral tokens are redeemed whole. Unit: token (base units / 10^token_decimals, not the UI amount of a Token-2022 mint). Null: null where the account of the market, or a setting that decides, has not been read (constraint unknown). Source: withdrawable_amount_raw / 10^token_decimals, as the nearest double. Method: headroom-2.0. */
            withdrawable_amount_f?: number | null;
            /** @description What the holder of all collateral tokens could redeem now; collateral tokens are redeemed whole. Unit: base units. Null: null where the account of the market, or a setting that decides, has not been read (constraint unknown). Source: withdrawable_collateral_raw × supplied / collateral tokens in existence, cut off; at most available − queued and what the deposit cap leaves; 0 in emergency mode. Method: headroom-2.0. */
            withdrawable_amount_raw?: string | null;
            /** @description What the holder of all collateral tokens could redeem now; collateral tokens are redeemed whole. Unit: USD. Null: null where the account of the market, or a setting that decides, has not been read (constraint unknown) or the account holds no price. Source: withdrawable_amount_raw × price_raw / 10^token_decimals, as the nearest double. Method: headroom-2.0. */
            withdrawable_amount_usd_f?: number | null;
            /** @description Collateral tokens burned for withdrawable_amount_raw, the amount of the instruction. Unit: base units. Null: null where the account of the market, or a setting that decides, has not been read (constraint unknown). Source: the most collateral tokens whose worth passes every limit. Method: headroom-2.0. */
            withdrawable_collateral_raw?: string | null;
            /** @description What bounds withdrawals: emergency_mode (kamino), total_supply, available_liquidity, deposit_withdrawal_cap_starts_in_future (kamino), deposit_withdrawal_cap (kamino), counter_overflow (kamino), exchange_rate (save), market_outflow_limit (save), reserve_outflow_limit (save), or unknown where the market has not been read. Null: never. Source: the first check, in the program's order, that refuses one collateral token more. Method: headroom-2.0. */
            withdrawable_constraint_str?: string;
            /** @description When the deposit cap that binds starts a new interval; for one that starts in the future, that start. Unit: unix seconds. Null: null where no cap binds, or where its interval is over and the next begins with its next use. Source: start of the interval + its length; the start where it lies in the future. Method: headroom-2.0. */
            withdrawable_resets_timestamp?: number | null;
        };
        ReserveDetailsEnvelope: {
            data: components["schemas"]["ReserveDetailRow"][];
            meta: components["schemas"]["MomentMeta"];
            /**
             * @description HTTP status of the answer.
             * @enum {number}
             */
            status: 200;
        };
        /** @description One reserve with its settings. */
        ReserveInfo: {
            /** @description Bonus of a liquidator when a position owes more than it holds. Unit: fraction. Null: null where the protocol has no such setting. Source: Reserve account, offset 4878 / 10,000. Method: config-1.0. */
            bad_debt_liquidation_bonus_f: number | null;
            /** @description Weight of a debt in this token when a position’s health is computed. At least 1. Unit: factor. Null: never. Source: max(1, Reserve account, offset 5008 / 100). Method: config-1.0. */
            borrow_factor_f: number;
            /** @description Largest amount that may be borrowed outside elevation groups. 18446744073709551615 (the largest u64) means unlimited. Unit: base units. Null: null where the protocol has no such setting. Source: Reserve account, offset 5504. Method: config-1.0. */
            borrow_limit_outside_elevation_group_raw: string | null;
            /** @description Largest amount that may be borrowed. 18446744073709551615 (the largest u64) means unlimited. Unit: base units. Null: never. Source: Reserve account, offset 5024. Method: config-1.0. */
            borrow_limit_raw: string;
            /** @description Mint address of the collateral token that depositors receive. Null: never. Source: Reserve account, offset 2560 (kamino); Reserve account, offset 227 (save). Method: account-1.0. */
            collateral_token_address: string;
            /** @description Settings that are outside of what the program itself accepts when an owner changes a configuration, by name: loan_to_value, liquidation_threshold, min_liquidation_bonus, max_liquidation_bonus, bad_debt_liquidation_bonus, protocol_liquidation_fee, protocol_order_execution_fee, origination_fee, borrow_factor, borrow_limit_outside_elevation_group, utilization_limit, borrow_rate_curve, oracle, twap. Empty where there is none. The numbers hold with each of them. Null: never. Source: checks of the configuration, listed in the methodology. Method: config-1.0. */
            config_flags: string[];
            /** @description Largest amount that may be supplied. 18446744073709551615 (the largest u64) means unlimited. Unit: base units. Null: never. Source: Reserve account, offset 5016. Method: config-1.0. */
            deposit_limit_raw: string;
            /** @description Chain time when this service first saw the account. Unit: unix seconds. Null: never. Source: chain clock of the first read. Method: ingest-1.0. */
            first_seen_timestamp: number;
            /** @description Fee on a flash loan. Unit: fraction. Null: null where flash loans are disabled (the field holds the largest u64). Source: flash_loan_fee_raw, as the nearest double. Method: config-1.0. */
            flash_loan_fee_f: number | null;
            /** @description Fixed rate that is added to the borrow rate and goes to the protocol. Unit: fraction per year. Null: null where the protocol has no such setting. Source: Reserve account, offset 4858 / 10,000. Method: config-1.0. */
            host_fixed_interest_rate_f: number | null;
            /** @description What the reserve’s interest accrues by, as the program calls it: slots (also: legacy) or seconds (also: true_apr). Null: never. Source: configuration of the reserve; always the same where the program has one basis only. Method: account-1.0. */
            interest_rate_basis_str: string;
            /** @description Chain time when this service last read the account with success. Unit: unix seconds. Null: never. Source: chain clock of the newest read that held the account. Method: ingest-1.0. */
            last_seen_timestamp: number;
            /** @description Address of the lending market. Null: never. Source: Reserve account, offset 32 (kamino); Reserve account, offset 10 (save). Method: account-1.0. */
            lending_market: string;
            /** @description Name of the lending market: the one on chain, else the label of a known market, else an empty string. Null: never. Source: LendingMarket account, offset 3248; a label of known markets where it is empty (kamino); label of a known market (save). Method: account-1.0. */
            lending_market_name: string;
            /** @description Loan to value at which a position in this collateral can be liquidated. Unit: fraction. Null: never. Source: Reserve account, offset 4873 / 100. Method: config-1.0. */
            liquidation_threshold_f: number;
            /** @description True where the lending market is listed. Anybody can create a market and name it at will: sums over markets count those alone that are listed, by the committed list of the protocol or by a setting of the operator. Unit: boolean. Null: never. Source: address of the lending market is in the registry of the protocol, or in LISTED_MARKETS; false where its account was never read. Method: aggregate-1.1. */
            listed_b: boolean;
            /** @description How much may be borrowed against one unit of value of this collateral. Unit: fraction. Null: never. Source: Reserve account, offset 4872 / 100. Method: config-1.0. */
            loan_to_value_f: number;
            /** @description Largest bonus of a liquidator. Unit: fraction. Null: never. Source: Reserve account, offset 4876 / 10,000. Method: config-1.0. */
            max_liquidation_bonus_f: number;
            /** @description Age up to which the program accepts the price. Unit: seconds. Null: null where the field holds more than 2^53 − 1, which is no limit in practice, or the protocol has no such setting. Source: Reserve account, offset 5096. Method: config-1.0. */
            max_price_age_seconds: number | null;
            /** @description Smallest bonus of a liquidator. Unit: fraction. Null: never. Source: Reserve account, offset 4874 / 10,000. Method: config-1.0. */
            min_liquidation_bonus_f: number;
            /** @description Chain time since which the account is no longer on chain. The last known state is kept and still served. Unit: unix seconds. Null: null while the account is on chain. Source: chain clock of the first read that no longer held the account. Method: ingest-1.0. */
            missing_since_timestamp: number | null;
            /** @description Multiplier that will be in force from ui_multiplier_effective_timestamp (ui_multiplier_effective_at in SQL) on. Unit: factor. Null: null where no change lies ahead, or where ui_multiplier_f is null. Source: Mint account, ScaledUiAmount extension: the new multiplier before its effective time. Method: account-1.0. */
            next_ui_multiplier_f: number | null;
            /** @description Fee on a new borrow. Unit: fraction. Null: never. Source: origination_fee_raw, as the nearest double. Method: config-1.0. */
            origination_fee_f: number;
            /** @description Share of the liquidation bonus that the protocol keeps. Unit: fraction. Null: null where the protocol has no such setting. Source: Reserve account, offset 4871 / 100. Method: config-1.0. */
            protocol_liquidation_fee_f: number | null;
            /** @description Share of the interest that the protocol keeps. Unit: fraction. Null: never. Source: Reserve account, offset 4870 / 100. Method: config-1.0. */
            protocol_take_rate_f: number;
            /** @description Why the newest read of the reserve was refused; its numbers are then those of an earlier read. Null: null where the newest read gave a row. Source: code of the newest refusal. Method: ingest-1.0. */
            quarantine_reason_str: string | null;
            /** @description Address of the reserve. Null: never. Source: address of the Reserve account. Method: account-1.0. */
            reserve: string;
            /**
             * @description Status of the reserve: active, obsolete or hidden. Where the program has no status, a reserve is obsolete with both limits at 0, else active. Null: never. Source: Reserve account, offset 4856. Method: config-1.0.
             * @enum {string}
             */
            status_str: "active" | "obsolete" | "hidden";
            /** @description Time of the row: the chain clock of the read that the row was derived from. Unit: unix seconds. Null: never. Source: unix_timestamp of the Clock sysvar, read in the same call as the account. Method: ingest-1.0. */
            timestamp: number;
            /** @description Mint address of the token that is lent. Null: never. Source: Reserve account, offset 128 (kamino); Reserve account, offset 42 (save). Method: account-1.0. */
            token_address: string;
            /** @description Decimals of the token: base units are token units times 10^token_decimals. Unit: digits. Null: never. Source: Reserve account, offset 272 (kamino); Reserve account, offset 74 (save). Method: account-1.0. */
            token_decimals: number;
            /** @description Program that owns the mint (Token or Token-2022). Null: never. Source: Reserve account, offset 408 (kamino); always the Token program (save). Method: account-1.0. */
            token_program: string;
            /** @description Symbol of the token, an empty string where none is known. Not unique, and of unlisted markets whatever their creator wrote: tokens are told apart by token_address. Null: never. Source: name in the account of the reserve, else as token_symbol_origin_str says. Method: account-1.0. */
            token_symbol: string;
            /**
             * @description Where token_symbol comes from. account: the account of the reserve. list: a committed list of tokens by mint address. other_protocol: a reserve of another protocol in a listed market, with the same mint. metadata: the metadata of the mint, which whoever made the mint wrote; a symbol that the list gives to another mint is not taken from there. Null: null where no symbol is known. Source: the first of account, list, other_protocol and metadata that has a symbol. Method: account-1.0.
             * @enum {string|null}
             */
            token_symbol_origin_str: "account" | "list" | "other_protocol" | "metadata" | null;
            /** @description When the newest multiplier came into force, or will: it lies ahead where next_ui_multiplier_f is not null. Unit: unix seconds. Null: null where the multiplier was never changed, the time lies beyond the year 9999, or ui_multiplier_f is null. Source: Mint account, ScaledUiAmount extension, effective time of the new multiplier. Method: account-1.0. */
            ui_multiplier_effective_timestamp: number | null;
            /** @description Multiplier that wallets show amounts of this token with (ScaledUiAmount of Token-2022), in force at the time of the row. No amount of this service is multiplied by it: they are raw units over 10^token_decimals. Unit: factor. Null: null where the mint has none, or has not been read. Source: Mint account, ScaledUiAmount extension: the new multiplier from its effective time on, else the multiplier; read by discovery. Method: account-1.0. */
            ui_multiplier_f: number | null;
            /** @description Protocol of the reserve through which this one lends on all that it holds. Null: null where the reserve lends itself. Source: account of the reserve. Method: account-1.0. */
            underlying_protocol: string | null;
            /** @description Address of the reserve through which this one lends on all that it holds: sums that have both count that one alone. Null: null where the reserve lends itself. Source: account of the reserve. Method: account-1.0. */
            underlying_reserve: string | null;
            /** @description Utilization above which the program refuses new borrows. Unit: fraction. Null: null where there is no such limit (the field holds 0), or the protocol has no such setting. Source: Reserve account, offset 5501 / 100. Method: config-1.0. */
            utilization_limit_block_borrowing_f: number | null;
        };
        ReserveInfoEnvelope: {
            data: components["schemas"]["ReserveInfo"][];
            meta: components["schemas"]["InfoMeta"];
            /**
             * @description HTTP status of the answer.
             * @enum {number}
             */
            status: 200;
        };
        /** @description The latest state of one reserve, with the protocol that it is of. */
        ReserveOfProtocol: {
            /** @description Amount that lies in the reserve and is not lent out. Unit: token (base units / 10^token_decimals, not the UI amount of a Token-2022 mint). Null: never. Source: accrued_available_amount_raw / 10^token_decimals, as the nearest double. Method: accrual-1.0. */
            available_amount_f: number;
            /** @description Available amount in USD at the price that the protocol itself holds. Unit: USD. Null: null where the account holds no price (price_raw is 0). Source: available amount × price_raw, as the nearest double. Method: usd-1.1. */
            available_amount_usd_f: number | null;
            /** @description Yearly rate that borrowers pay now, with compounding. Unit: fraction per year. Null: never. Source: (1 + borrow_apr / n)^n − 1, n = 63,072,000 on the slot basis and 31,536,000 on the time basis. Method: rates-1.0. */
            borrow_apy_f: number;
            /** @description Address of the lending market. Null: never. Source: Reserve account, offset 32 (kamino); Reserve account, offset 10 (save). Method: account-1.0. */
            lending_market: string;
            /** @description Name of the lending market: the one on chain, else the label of a known market, else an empty string. Null: never. Source: LendingMarket account, offset 3248; a label of known markets where it is empty (kamino); label of a known market (save). Method: account-1.0. */
            lending_market_name: string;
            /** @description Lending protocol that the account belongs to. Null: never. Source: by the program that owns the account. Method: account-1.0. */
            protocol: string;
            /** @description Address of the reserve. Null: never. Source: address of the Reserve account. Method: account-1.0. */
            reserve: string;
            /** @description Total amount supplied to the reserve. Fees that belong to the protocol and to referrers are not part of it, so available + borrowed is a little more. Unit: token (base units / 10^token_decimals, not the UI amount of a Token-2022 mint). Null: never. Source: accrued_total_supply_raw / 10^token_decimals, as the nearest double. Method: accrual-1.0. */
            supplied_amount_f: number;
            /** @description Supplied amount in USD at the price that the protocol itself holds. Unit: USD. Null: null where the account holds no price (price_raw is 0). Source: supplied amount × price_raw, as the nearest double. Method: usd-1.1. */
            supplied_amount_usd_f: number | null;
            /** @description Yearly rate that suppliers earn from interest now, with compounding and without rewards. Unit: fraction per year. Null: never. Source: (1 + supply_apr / n)^n − 1, n as for borrow_apy_f. Method: rates-1.0. */
            supply_apy_f: number;
            /** @description Time of the row: the chain clock of the read that the row was derived from. Unit: unix seconds. Null: never. Source: unix_timestamp of the Clock sysvar, read in the same call as the account. Method: ingest-1.0. */
            timestamp: number;
            /** @description Symbol of the token, an empty string where none is known. Not unique, and of unlisted markets whatever their creator wrote: tokens are told apart by token_address. Null: never. Source: name in the account of the reserve, else as token_symbol_origin_str says. Method: account-1.0. */
            token_symbol: string;
            /** @description Share of the supplied amount that is borrowed. The value of the program can pass 1 by the share of uncollected fees; the twelve-field rows hold it to 0..1, SQL and all other endpoints do not. Unit: fraction. Null: never. Source: borrowed / supplied; 0 when nothing is supplied. Method: accrual-1.0. */
            utilization_f: number;
        };
        ReserveOfProtocolEnvelope: {
            data: components["schemas"]["ReserveOfProtocol"][];
            /**
             * @description HTTP status of the answer.
             * @enum {number}
             */
            status: 200;
        };
        /** @description Reserve snapshots of all protocols: protocol by protocol, and in each of them ordered as its own list is. */
        ReserveOfProtocolList: components["schemas"]["ReserveOfProtocol"][];
        /**
         * @description The latest state of one reserve.
         * @example {
         *       "timestamp": 1790300470,
         *       "lending_market": "7u3HeHxYDLhnCoErrtycNokbQYbWGzLs6JSDqGAv5PfF",
         *       "reserve": "d4A2prbA2whesmvHaL88BH6Ewn5N4bTSU2Ze8P6Bc4Q",
         *       "lending_market_name": "Main Market",
         *       "token_symbol": "SOL",
         *       "available_amount_f": 250000.5,
         *       "available_amount_usd_f": 37500075,
         *       "supplied_amount_f": 1000000,
         *       "supplied_amount_usd_f": 150000000,
         *       "utilization_f": 0.75,
         *       "borrow_apy_f": 0.0547562326721249,
         *       "supply_apy_f": 0.0376992320108351
         *     }
         */
        ReserveSnapshot: {
            /** @description Amount that lies in the reserve and is not lent out. Unit: token (base units / 10^token_decimals, not the UI amount of a Token-2022 mint). Null: never. Source: accrued_available_amount_raw / 10^token_decimals, as the nearest double. Method: accrual-1.0. */
            available_amount_f: number;
            /** @description Available amount in USD at the price that the protocol itself holds. Unit: USD. Null: null where the account holds no price (price_raw is 0). Source: available amount × price_raw, as the nearest double. Method: usd-1.1. */
            available_amount_usd_f: number | null;
            /** @description Yearly rate that borrowers pay now, with compounding. Unit: fraction per year. Null: never. Source: (1 + borrow_apr / n)^n − 1, n = 63,072,000 on the slot basis and 31,536,000 on the time basis. Method: rates-1.0. */
            borrow_apy_f: number;
            /** @description Address of the lending market. Null: never. Source: Reserve account, offset 32 (kamino); Reserve account, offset 10 (save). Method: account-1.0. */
            lending_market: string;
            /** @description Name of the lending market: the one on chain, else the label of a known market, else an empty string. Null: never. Source: LendingMarket account, offset 3248; a label of known markets where it is empty (kamino); label of a known market (save). Method: account-1.0. */
            lending_market_name: string;
            /** @description Address of the reserve. Null: never. Source: address of the Reserve account. Method: account-1.0. */
            reserve: string;
            /** @description Total amount supplied to the reserve. Fees that belong to the protocol and to referrers are not part of it, so available + borrowed is a little more. Unit: token (base units / 10^token_decimals, not the UI amount of a Token-2022 mint). Null: never. Source: accrued_total_supply_raw / 10^token_decimals, as the nearest double. Method: accrual-1.0. */
            supplied_amount_f: number;
            /** @description Supplied amount in USD at the price that the protocol itself holds. Unit: USD. Null: null where the account holds no price (price_raw is 0). Source: supplied amount × price_raw, as the nearest double. Method: usd-1.1. */
            supplied_amount_usd_f: number | null;
            /** @description Yearly rate that suppliers earn from interest now, with compounding and without rewards. Unit: fraction per year. Null: never. Source: (1 + supply_apr / n)^n − 1, n as for borrow_apy_f. Method: rates-1.0. */
            supply_apy_f: number;
            /** @description Time of the row: the chain clock of the read that the row was derived from. Unit: unix seconds. Null: never. Source: unix_timestamp of the Clock sysvar, read in the same call as the account. Method: ingest-1.0. */
            timestamp: number;
            /** @description Symbol of the token, an empty string where none is known. Not unique, and of unlisted markets whatever their creator wrote: tokens are told apart by token_address. Null: never. Source: name in the account of the reserve, else as token_symbol_origin_str says. Method: account-1.0. */
            token_symbol: string;
            /** @description Share of the supplied amount that is borrowed. The value of the program can pass 1 by the share of uncollected fees; the twelve-field rows hold it to 0..1, SQL and all other endpoints do not. Unit: fraction. Null: never. Source: borrowed / supplied; 0 when nothing is supplied. Method: accrual-1.0. */
            utilization_f: number;
        };
        ReserveSnapshotEnvelope: {
            data: components["schemas"]["ReserveSnapshot"][];
            /**
             * @description HTTP status of the answer.
             * @enum {number}
             */
            status: 200;
        };
        /** @description Reserve snapshots, ordered by lending market name, token symbol and reserve address, by bytes of UTF-8. */
        ReserveSnapshotList: components["schemas"]["ReserveSnapshot"][];
        /** @description The course of one reserve: a number for each point, null where it is not known. */
        ReserveSparkline: {
            /** @description Yearly rate that borrowers pay now, with compounding. At each point, to five digits; null where it is not known. Unit: fraction per year. Null: never. Source: (1 + borrow_apr / n)^n − 1, n = 63,072,000 on the slot basis and 31,536,000 on the time basis. Method: rates-1.0. */
            borrow_apy_f: (number | null)[];
            /** @description Address of the reserve. Null: never. Source: address of the Reserve account. Method: account-1.0. */
            reserve: string;
            /** @description Supplied amount in USD at the price that the protocol itself holds. At each point, to five digits; null where it is not known. Unit: USD. Null: never. Source: supplied amount × price_raw, as the nearest double. Method: usd-1.1. */
            supplied_amount_usd_f: (number | null)[];
            /** @description Yearly rate that suppliers earn from interest now, with compounding and without rewards. At each point, to five digits; null where it is not known. Unit: fraction per year. Null: never. Source: (1 + supply_apr / n)^n − 1, n as for borrow_apy_f. Method: rates-1.0. */
            supply_apy_f: (number | null)[];
            /** @description Share of the supplied amount that is borrowed. The value of the program can pass 1 by the share of uncollected fees; the twelve-field rows hold it to 0..1, SQL and all other endpoints do not. At each point, to five digits; null where it is not known. Unit: fraction. Null: never. Source: borrowed / supplied; 0 when nothing is supplied. Method: accrual-1.0. */
            utilization_f: (number | null)[];
        };
        /** @description How many reserves are in which state. Each is in one. The verdict follows from reserves, those of listed markets; anybody can make a market, and its reserves are unlisted_reserves. */
        ReserveStates: {
            /** @description Reserves whose newest row stands still while others move, as the newest audit found. Unit: reserves. Null: never. Source: open findings of the check frozen_accounts. Method: status-1.0. */
            frozen_reserve_count: number;
            /** @description Reserves whose account is no longer on chain: their last numbers stay. Unit: reserves. Null: never. Source: missing_since_timestamp is not null. Method: status-1.0. */
            gone_reserve_count: number;
            /** @description Reserves in no other state. Unit: reserves. Null: never. Source: counted. Method: status-1.0. */
            ok_reserve_count: number;
            quarantine_reasons: components["schemas"]["QuarantineReason"][];
            /** @description Reserves whose account is refused at the moment: their last good numbers stay. Also those that never had any. Unit: reserves. Null: never. Source: active_b of info/quarantine. Method: status-1.0. */
            quarantined_reserve_count: number;
            /** @description Reserves that are known, or were refused whenever they were met: the sum of all states. Unit: reserves. Null: never. Source: counted. Method: status-1.0. */
            reserve_count: number;
            /** @description Reserves on chain whose newest read is too old. Unit: reserves. Null: never. Source: newest chain time − timestamp of the reserve + bank_age_seconds > stale_after_seconds. Method: status-1.0. */
            stale_reserve_count: number;
        };
        /** @description Fields of reserves of save. */
        SaveReserveOwn: {
            /** @description Protocol fees that have accrued and are not collected, as the account holds them. Unit: base units. Null: never. Source: Reserve account, offset 373. Method: account-1.0. */
            accumulated_protocol_fees_raw: string;
            /** @description Weight of debt beyond its value. Unit: basis points. Null: null beyond 2^53 − 1. Source: Reserve account, offset 445. Method: config-1.0. */
            added_borrow_weight_bps: number | null;
            /** @description Debt backed by this collateral above which positions may be closed, in whole dollars. The largest u64 means unlimited. Unit: USD. Null: never. Source: Reserve account, offset 562. Method: config-1.0. */
            attributed_borrow_limit_close_usd_raw: string;
            /** @description Debt backed by this collateral above which no more is lent against it, in whole dollars. The largest u64 means unlimited. Unit: USD. Null: never. Source: Reserve account, offset 554. Method: config-1.0. */
            attributed_borrow_limit_open_usd_raw: string;
            /** @description Debt that the collateral of this reserve backs. Unit: USD. Null: never. Source: Reserve account, offset 538. Method: account-1.0. */
            attributed_borrow_value_usd_raw: string;
            /** @description Price of a second oracle, which only bounds borrows and withdrawals. Unit: USD per token. Null: null where there is none (offset 521 is 0). Source: Reserve account, offset 522. Method: account-1.0. */
            extra_price_raw: string | null;
            /** @description Share of the borrow fee that the front end gets. Unit: percent. Null: never. Source: Reserve account, offset 322. Method: config-1.0. */
            host_fee_pct: number;
            /** @description What left all reserves of the market in the running window. Unit: USD. Null: null where the account of the market was not read in the same call. Source: LendingMarket account, offset 202. Method: account-1.0. */
            lending_market_outflow_current_usd_raw: string | null;
            /** @description Outflow limit: what may leave all reserves of the market in a sliding window, in whole dollars. Unit: USD. Null: null while the account of the market has not been read. Source: LendingMarket account, offset 162. Method: config-1.0. */
            lending_market_outflow_limit_usd_raw: string | null;
            /** @description What left all reserves of the market in the window before the running one. Unit: USD. Null: null where the account of the market was not read in the same call. Source: LendingMarket account, offset 178. Method: account-1.0. */
            lending_market_outflow_previous_usd_raw: string | null;
            /** @description Length of the window of the outflow limit. 0 means no limit. Unit: slots. Null: null while the account of the market has not been read, or beyond 2^53 − 1. Source: LendingMarket account, offset 170. Method: config-1.0. */
            lending_market_outflow_window_slots: number | null;
            /** @description First slot of the running window. Unit: slots. Null: null where the account of the market was not read in the same call, or beyond 2^53 − 1. Source: LendingMarket account, offset 194. Method: account-1.0. */
            lending_market_outflow_window_start_slot: number | null;
            /** @description Who may lower limits besides the owner. Null: null where the account names no address, or while the account of the market has not been read. Source: LendingMarket account, offset 250. Method: config-1.0. */
            lending_market_risk_authority: string | null;
            /** @description Loan to value at which the bonus is the highest. Unit: percent. Null: never. Source: Reserve account, offset 480. Method: config-1.0. */
            max_liquidation_threshold_pct: number;
            /** @description End of the second piece of the curve. Unit: percent. Null: never. Source: Reserve account, offset 470. Method: config-1.0. */
            max_utilization_pct: number;
            /** @description End of the first piece of the curve. Unit: percent. Null: never. Source: Reserve account, offset 299. Method: config-1.0. */
            optimal_utilization_pct: number;
            /** @description What left the reserve in the running window. Unit: base units. Null: never. Source: Reserve account, offset 429. Method: account-1.0. */
            outflow_current_raw: string;
            /** @description Outflow limit: what may leave the reserve in a sliding window. Unit: base units. Null: never. Source: Reserve account, offset 389. Method: config-1.0. */
            outflow_limit_raw: string;
            /** @description What left the reserve in the window before the running one, for its outflow limit. Unit: base units. Null: never. Source: Reserve account, offset 405. Method: account-1.0. */
            outflow_previous_raw: string;
            /** @description Length of the window of the outflow limit. 0 means no limit. Unit: slots. Null: null beyond 2^53 − 1. Source: Reserve account, offset 397. Method: config-1.0. */
            outflow_window_slots: number | null;
            /** @description First slot of the running window. Unit: slots. Null: null beyond 2^53 − 1. Source: Reserve account, offset 421. Method: account-1.0. */
            outflow_window_start_slot: number | null;
            /** @description What a liquidation pays to the protocol, on top of the bonus. Unit: permille. Null: never. Source: Reserve account, offset 371. Method: config-1.0. */
            protocol_liquidation_fee_permille: number;
            /**
             * @description Kind of the reserve: regular, or isolated (no collateral, and the only borrow of a position). Null: never. Source: Reserve account, offset 469. Method: config-1.0.
             * @enum {string}
             */
            reserve_type_str: "regular" | "isolated";
            /** @description Added to the price of the oracle. Signed. Unit: basis points. Null: null beyond 2^53 − 1. Source: Reserve account, offset 481. Method: config-1.0. */
            scaled_price_offset_bps: number | null;
            /** @description Moving average of the oracle. Borrows count the higher of this and the price, collateral the lower. Unit: USD per token. Null: never. Source: Reserve account, offset 453. Method: account-1.0. */
            smoothed_price_raw: string;
        };
        ServiceIndexEnvelope: {
            data: components["schemas"]["ApiFamily"][];
            meta: components["schemas"]["ServiceIndexMeta"];
            /**
             * @description HTTP status of the answer.
             * @enum {number}
             */
            status: 200;
        };
        ServiceIndexMeta: {
            links: components["schemas"]["Link"][];
            /** @description Path segments of the protocols that are served. */
            protocols: string[];
            service: string;
            version: string;
        };
        /** @description Whether the numbers can be trusted now. */
        ServiceStatus: {
            protocols: components["schemas"]["ProtocolStatus"][];
            /**
             * @description The worst that is said of any protocol. Null: never. Source: verdict_str of the protocols. Method: status-1.0.
             * @enum {string}
             */
            verdict_str: "ok" | "degraded" | "unknown" | "failing";
        };
        SparklinesEnvelope: {
            /** @description In the order of the list of reserves. */
            data: components["schemas"]["ReserveSparkline"][];
            meta: components["schemas"]["SparklinesMeta"];
            /**
             * @description HTTP status of the answer.
             * @enum {number}
             */
            status: 200;
        };
        SparklinesMeta: {
            /** @description Number of rows in data. Unit: rows. Null: never. Source: counted. Method: ingest-1.0. */
            count: number;
            /** @description Time of the first point. Unit: unix seconds. Null: never. Source: end of the first whole step. Method: ingest-1.0. */
            first_point_timestamp: number;
            /** @description Number of points of each line. Unit: points. Null: never. Source: counted. Method: ingest-1.0. */
            point_count: number;
            /** @description Time from one point to the next. Unit: seconds. Null: never. Source: parameter days. Method: ingest-1.0. */
            step_seconds: number;
        };
        /** @description What the audit looked at last, and what it found. */
        StatusAudit: {
            /** @description Time since the end of the newest audit that came to its end. Unit: seconds. Null: null before the first. Source: clock of the database − time of its end. Method: status-1.0. */
            audit_age_seconds: number | null;
            /** @description Age of the audit from which on nothing counts as checked. Unit: seconds. Null: never. Source: AUDIT_MAX_AGE_MS. Method: status-1.0. */
            audit_max_age_seconds: number;
            /** @description Findings that are open. Unit: findings. Null: never. Source: counted. Method: status-1.0. */
            finding_count: number;
            /** @description Open findings, the gravest first, then those seen last: at most 100 of finding_count. */
            findings: components["schemas"]["AuditFinding"][];
            /** @description The newest audit. Null before the first. */
            newest_run: {
                /** @description What was checked, by name. Empty where the audit failed. */
                checks: components["schemas"]["AuditCheck"][];
                /** @description Why the audit failed. Null: null where it did not. Source: code of the error. Method: status-1.0. */
                error_code_str: string | null;
                /** @description When the audit ended. Unit: unix seconds. Null: never. Source: clock of the database. Method: status-1.0. */
                finished_timestamp: number;
                /**
                 * @description completed, or failed: it could not be carried through. Null: never. Source: decided by the indexer. Method: status-1.0.
                 * @enum {string}
                 */
                outcome_str: "completed" | "failed";
                /** @description When the audit began. Unit: unix seconds. Null: never. Source: clock of the database. Method: status-1.0. */
                started_timestamp: number;
            } | null;
            /** @description Findings that were resolved in the last 24 hours. Unit: findings. Null: never. Source: counted. Method: status-1.0. */
            resolved_finding_count: number;
            /** @description Findings that were resolved in the last 24 hours, the newest first: at most 20 of resolved_finding_count. */
            resolved_findings: components["schemas"]["AuditFinding"][];
        };
        /** @description Something that speaks against the numbers. */
        StatusCause: {
            /**
             * @description Stable code of what speaks against the numbers. Null: never. Source: compared with the limits. Method: status-1.0.
             * @enum {string}
             */
            cause_str: "nothing_indexed" | "database_unreachable" | "data_stale" | "polls_late" | "chain_behind" | "chain_halted" | "rate_limited" | "clock_implausible" | "reserves_stale" | "reserves_quarantined" | "gaps_open" | "rollup_behind" | "audit_never_ran" | "audit_overdue" | "audit_failed" | "audit_found_critical" | "audit_found_warning";
            /** @description The matter in words, with its numbers. Null: never. Source: made when the status was. Method: status-1.0. */
            message: string;
            /**
             * @description What the cause alone makes of the numbers: degraded, unknown or failing. Null: never. Source: decided by the cause. Method: status-1.0.
             * @enum {string}
             */
            verdict_str: "degraded" | "unknown" | "failing";
        };
        StatusEnvelope: {
            data: components["schemas"]["ServiceStatus"];
            meta: components["schemas"]["StatusMeta"];
            /**
             * @description HTTP status of the answer.
             * @enum {number}
             */
            status: 200;
        };
        StatusMeta: {
            /** @description Name of the chain: mainnet-beta, devnet, testnet, localnet (simulated), or custom for any other. Null: null where none is known yet. Source: genesis hash, compared with those of the public clusters and with what a localnet tells of its start. Method: status-1.0. */
            chain_str: string | null;
            /** @description When the status was made. Unit: unix seconds. Null: never. Source: clock of the database. Method: status-1.0. */
            checked_timestamp: number;
            /** @description True where the chain is a localnet: every number, new or old, is made up. Unit: boolean. Null: never. Source: the genesis hash is one of a localnet. Method: status-1.0. */
            simulated_b: boolean;
            /** @description The simulated past of the chain. Null where there is none. */
            simulated_history: {
                /** @description From here on the simulated history is stored: it is filled the newest day first. Unit: unix seconds. Null: never. Source: start of the oldest day that is stored as a whole. Method: status-1.0. */
                filled_from_timestamp: number;
                /** @description True once all of the simulated history is stored and in hours, days and totals. Unit: boolean. Null: never. Source: the last rollup of it has ended. Method: status-1.0. */
                history_complete_b: boolean;
                /** @description Beginning of the simulated history. Unit: unix seconds. Null: never. Source: start of the chain − LOCALNET_HISTORY days, from the beginning of that day (UTC). Method: status-1.0. */
                history_from_timestamp: number;
                /** @description Share of the simulated history that is stored, from 0 to 1. Unit: share. Null: never. Source: (history_to − filled_from) / (history_to − history_from). Method: status-1.0. */
                history_progress_f: number;
                /** @description Beginning of the simulated chain: what is newer was read from its node. Unit: unix seconds. Null: never. Source: start of the chain. Method: status-1.0. */
                history_to_timestamp: number;
            } | null;
        };
        /** @description Data of a price event: a price of a token that was kept in the history. */
        StreamedPrice: {
            /** @description Age of the price at the time of the row. Negative where its time lies ahead of the chain’s clock. Unit: seconds. Null: null where published_timestamp is. Source: timestamp − published_timestamp. Method: price-1.1. */
            price_age_seconds: number | null;
            /** @description Half the width of the interval in which the price lies, as the feeds that were used state it. Unit: USD per token. Null: null where none of them states one. Source: the widest of the feeds that were used. Method: price-1.1. */
            price_confidence_usd_f: number | null;
            /** @description Price of one token in US dollars. Unit: USD per token. Null: null where there is no price. Source: price_usd_raw, as the nearest double. Method: price-1.1. */
            price_usd_f: number | null;
            /** @description Exact price of one token in US dollars, with as many decimals as it has. Unit: USD per token. Null: null where there is no price. Source: median of the sources that were used, see docs/use/prices.md. Method: price-1.1. */
            price_usd_raw: string | null;
            /** @description Time at which the price was published: of the oldest of the sources that were used, and of a source that of its oldest part. Unit: unix seconds. Null: null where no source states a time, or there is no price. Source: as the sources state it. Method: ingest-1.0. */
            published_timestamp: number | null;
            /** @description Slot of the read that the row is of. Unit: slots. Null: null where the token was never read. Source: slot of the Clock sysvar, read in the same call. Method: ingest-1.0. */
            slot: number | null;
            /**
             * @description Why this price was kept: first (of the token), changed (price, status or number of sources), heartbeat (unchanged for ten minutes). Null: never. Source: comparison with the last kept observation. Method: ingest-1.0.
             * @enum {string}
             */
            snapshot_reason_str: "first" | "changed" | "heartbeat";
            /** @description Feeds that were looked at. Unit: feeds. Null: never. Source: counted. Method: price-1.1. */
            source_count: number;
            /** @description How far the feeds that were used are apart. Unit: basis points. Null: null where no feed was used. Source: (highest − lowest) / price × 10,000. Method: price-1.1. */
            spread_bps_f: number | null;
            /** @description What can be said of the price. ok: two or more independent sources agree. single_source: only one could be used. disagreement: no majority of the independent sources agrees, so that no price is made of them. stale: no source is recent, the price is the last one. missing: no price is known. Null: never. Source: aggregation of the feeds, see docs/use/prices.md. Method: price-1.1. */
            status_str: string;
            /** @description Chain time of the read that the row is of; of an unknown token the newest read of any. Unit: unix seconds. Null: null while nothing was read. Source: unix_timestamp of the Clock sysvar, read in the same call as the accounts. Method: ingest-1.0. */
            timestamp: number | null;
            /** @description Mint address of the token. Null: never. Source: as it was requested. Method: price-1.1. */
            token_address: string;
            /** @description Symbol of the token: of the committed list, else of the reserves in listed markets that lend it; an empty string where none is known. Null: never. Source: committed list, else reserves. Method: price-1.1. */
            token_symbol: string;
            /** @description Feeds of them that the price was made of. Unit: feeds. Null: never. Source: counted. Method: price-1.1. */
            used_source_count: number;
        };
        /** @description Data of a reserve event: an observation that was kept in the history. */
        StreamedReserve: {
            /** @description SHA-256 of the account bytes that the row was made from, hexadecimal. Null: never. Source: sha256(account data). Method: account-1.0. */
            account_sha256: string;
            /** @description Amount that lies in the reserve and is not lent out. Unit: token (base units / 10^token_decimals, not the UI amount of a Token-2022 mint). Null: never. Source: accrued_available_amount_raw / 10^token_decimals, as the nearest double. Method: accrual-1.0. */
            available_amount_f: number;
            /** @description Available amount in USD at the price that the protocol itself holds. Unit: USD. Null: null where the account holds no price (price_raw is 0). Source: available amount × price_raw, as the nearest double. Method: usd-1.1. */
            available_amount_usd_f: number | null;
            /** @description Yearly rate that borrowers pay now, without compounding. Unit: fraction per year. Null: never. Source: (curve(utilization) + host fixed rate) × f, f = 500 / slot_duration_ms on the slot basis and 1 on the time basis. Method: rates-1.0. */
            borrow_apr_f: number;
            /** @description Yearly rate that borrowers pay now, with compounding. Unit: fraction per year. Null: never. Source: (1 + borrow_apr / n)^n − 1, n = 63,072,000 on the slot basis and 31,536,000 on the time basis. Method: rates-1.0. */
            borrow_apy_f: number;
            /** @description Total amount owed by borrowers, interest up to the slot included. Unit: token (base units / 10^token_decimals, not the UI amount of a Token-2022 mint). Null: never. Source: accrued_borrowed_amount_raw / 10^token_decimals, as the nearest double. Method: accrual-1.0. */
            borrowed_amount_f: number;
            /** @description Borrowed amount in USD at the price that the protocol itself holds. Unit: USD. Null: null where the account holds no price (price_raw is 0). Source: borrowed amount × price_raw, as the nearest double. Method: usd-1.1. */
            borrowed_amount_usd_f: number | null;
            /** @description Slot at which the program last refreshed the reserve. Unit: slots. Null: never. Source: Reserve account, offset 16. Method: account-1.0. */
            last_update_slot: number;
            /** @description Address of the lending market. Null: never. Source: Reserve account, offset 32 (kamino); Reserve account, offset 10 (save). Method: account-1.0. */
            lending_market: string;
            /** @description Name of the lending market: the one on chain, else the label of a known market, else an empty string. Null: never. Source: LendingMarket account, offset 3248; a label of known markets where it is empty (kamino); label of a known market (save). Method: account-1.0. */
            lending_market_name: string;
            /** @description True where the lending market is listed. Anybody can create a market and name it at will: sums over markets count those alone that are listed, by the committed list of the protocol or by a setting of the operator. Unit: boolean. Null: never. Source: address of the lending market is in the registry of the protocol, or in LISTED_MARKETS; false where its account was never read. Method: aggregate-1.1. */
            listed_b: boolean;
            /** @description Price of one token that the reserve account holds, however old it is. Unit: USD per token. Null: null where the account holds no price (price_raw is 0). Source: price_raw, as the nearest double. Method: usd-1.1. */
            price_usd_f: number | null;
            /** @description Lending protocol that the account belongs to. Null: never. Source: by the program that owns the account. Method: account-1.0. */
            protocol: string;
            /** @description Address of the reserve. Null: never. Source: address of the Reserve account. Method: account-1.0. */
            reserve: string;
            /** @description Yearly rate of the reserve’s own rewards, which are added to the supplied amount. Not part of supply_apr_f or supply_apy_f. Unit: fraction per year. Null: never. Source: min(rewards per unit × n / supplied, market cap of the rewards rate) × f; 0 when the budget is empty. Method: rates-1.0. */
            rewards_apr_f: number;
            /** @description Slot of the bank that the account was read from. Amounts and rates are as of it. Unit: slots. Null: never. Source: slot of the Clock sysvar, read in the same call as the account. Method: ingest-1.0. */
            slot: number;
            /**
             * @description Why this observation was kept: first (of the reserve), changed (the account differs from the one kept before), heartbeat (unchanged for ten minutes). Null: never. Source: comparison with the last kept observation. Method: ingest-1.0.
             * @enum {string}
             */
            snapshot_reason_str: "first" | "changed" | "heartbeat";
            /** @description Total amount supplied to the reserve. Fees that belong to the protocol and to referrers are not part of it, so available + borrowed is a little more. Unit: token (base units / 10^token_decimals, not the UI amount of a Token-2022 mint). Null: never. Source: accrued_total_supply_raw / 10^token_decimals, as the nearest double. Method: accrual-1.0. */
            supplied_amount_f: number;
            /** @description Supplied amount in USD at the price that the protocol itself holds. Unit: USD. Null: null where the account holds no price (price_raw is 0). Source: supplied amount × price_raw, as the nearest double. Method: usd-1.1. */
            supplied_amount_usd_f: number | null;
            /** @description Yearly rate that suppliers earn from interest now, without compounding and without rewards. Unit: fraction per year. Null: never. Source: utilization × curve(utilization) × f × (1 − protocol take rate). Method: rates-1.0. */
            supply_apr_f: number;
            /** @description Yearly rate that suppliers earn from interest now, with compounding and without rewards. Unit: fraction per year. Null: never. Source: (1 + supply_apr / n)^n − 1, n as for borrow_apy_f. Method: rates-1.0. */
            supply_apy_f: number;
            /** @description Yearly rate that suppliers earn now, from interest and the reserve’s own rewards: the sum of both, as sites that list yields add them. Rewards are not compounded in it, so what suppliers really earn (supply_apy_realised_f) can be a little more. Rewards that are paid apart from the reserve are not in it. Unit: fraction per year. Null: never. Source: supply_apy_f + rewards_apr_f. Method: rates-1.0. */
            supply_apy_total_f: number;
            /** @description Time of the row: the chain clock of the read that the row was derived from. Unit: unix seconds. Null: never. Source: unix_timestamp of the Clock sysvar, read in the same call as the account. Method: ingest-1.0. */
            timestamp: number;
            /** @description Mint address of the token that is lent. Null: never. Source: Reserve account, offset 128 (kamino); Reserve account, offset 42 (save). Method: account-1.0. */
            token_address: string;
            /** @description Symbol of the token, an empty string where none is known. Not unique, and of unlisted markets whatever their creator wrote: tokens are told apart by token_address. Null: never. Source: name in the account of the reserve, else as token_symbol_origin_str says. Method: account-1.0. */
            token_symbol: string;
            /** @description Share of the supplied amount that is borrowed. The value of the program can pass 1 by the share of uncollected fees; the twelve-field rows hold it to 0..1, SQL and all other endpoints do not. Unit: fraction. Null: never. Source: borrowed / supplied; 0 when nothing is supplied. Method: accrual-1.0. */
            utilization_f: number;
        };
        /** @description Data of a heartbeat event: the newest bank that is served. */
        StreamHeartbeat: {
            /** @description Age of the data: how far the newest chain time that is served lies behind the clock of the database; 0 where it is ahead. Unit: seconds. Null: null while nothing is indexed. Source: clock of the database − newest timestamp. Method: ingest-1.0. */
            data_age_seconds: number | null;
            /** @description Place in the stream up to which everything was told. Sent back as Last-Event-ID it resumes after it. Null: never. Source: number of the committed batch, and place within it. Method: ingest-1.0. */
            last_event_id: string;
            /** @description Newest slot that is served. Unit: slots. Null: null while nothing is indexed. Source: largest slot of the latest reserves. Method: ingest-1.0. */
            slot: number | null;
            /** @description Newest chain time that is served. Unit: unix seconds. Null: null while nothing is indexed. Source: largest timestamp of the latest reserves. Method: ingest-1.0. */
            timestamp: number | null;
        };
        /** @description Data of a gap event or an end event. */
        StreamNotice: {
            /** @description Place in the stream up to which everything was told. Sent back as Last-Event-ID it resumes after it. Null: never. Source: number of the committed batch, and place within it. Method: ingest-1.0. */
            last_event_id: string;
            /**
             * @description Why the stream ends or does not go on at its cursor: slow_consumer, max_age, shutdown, cursor_too_old, cursor_unknown. Null: never. Source: the event. Method: ingest-1.0.
             * @enum {string}
             */
            notice_reason_str: "slow_consumer" | "max_age" | "shutdown" | "cursor_too_old" | "cursor_unknown";
        };
        /** @description What can be sold and bought of a token in pools that anybody can verify. An unknown token is a row without numbers, with the reason. */
        TokenDepth: {
            /** @description What to read beside the numbers, by the headings of docs/use/liquidity: one_instant, amm_pools_only, shared_pools, correlated_sales, bonus_is_not_profit, posted_collateral. Null: never. Source: constant of the method. Method: liquidity-1.1. */
            caveats: string[];
            /** @description Share of the 24 hours up to the read that reads cover: below 1 depth may have been smaller unseen, or the token is read for less than a day. Unit: fraction. Null: null while nothing was read of the token. Source: seconds between reads no further apart than they may be / 86,400. Method: liquidity-1.1. */
            coverage_24h_f: number | null;
            /** @description By side, sell first, then fall and source, all sources first. Where no pool counts, the rows over all sources say why. */
            depth: components["schemas"]["TokenDepthLevel"][];
            /** @description Why a number is null. not_read: the token is lent by no followed reserve, or was not read yet. no_reference_price: the token has no price in force. no_pools: no pool of it is known. no_counted_pools: some are known and none counts, see the pools with their reasons. missing_account, missing_array, unsupported_fee_mode, above_vault, arithmetic_overflow: what of a pool is not known. beyond_depth: the pools do not take so much, as far as is known. Null: null where the numbers are known. Source: rules of depth. Method: liquidity-1.1. */
            depth_gap_str: string | null;
            /**
             * @description What the arithmetic was compared with. program: a binary of the program gave the same units. sdk: the published SDK did. source: only the source was read, nothing was executed. Of several pools the weakest. Null: null where no pool counts. Source: grade of the source, see docs/use/liquidity. Method: liquidity-1.1.
             * @enum {string|null}
             */
            evidence_str: "program" | "sdk" | "source" | null;
            /** @description True where more may be sold than the number says: a pool is unknown, holds orders that are left out, or was not read as far. Unit: boolean. Null: never. Source: pools of the token. Method: liquidity-1.1. */
            lower_bound_b: boolean;
            /** @description Pools that count. Unit: pools. Null: never. Source: counted. Method: liquidity-1.1. */
            pools_counted: number;
            /** @description Pools that pair the token and do not count; each has a reason. Unit: pools. Null: never. Source: counted. Method: liquidity-1.1. */
            pools_excluded: number;
            /** @description Pools of them of which it is not known what they would take. Unit: pools. Null: never. Source: counted. Method: liquidity-1.1. */
            pools_unknown: number;
            /** @description By size; empty where no pool counts. */
            quotes: components["schemas"]["TokenQuote"][];
            /** @description Age of the reference price at the read of the pools: since it was published, where sources say so, else since it was read. Unit: seconds. Null: null where there is no price. Source: timestamp − publication of the price. Method: liquidity-1.1. */
            reference_age_seconds: number | null;
            /** @description Price of one token that every pool is measured by. Unit: USD. Null: null where no price is in force. Source: price of the token out of several sources, see the prices API. Method: liquidity-1.1. */
            reference_price_usd_f: number | null;
            /** @description The same, exactly. Unit: USD per token. Null: null where no price is in force. Source: newest price of the token. Method: liquidity-1.1. */
            reference_price_usd_raw: string | null;
            /** @description Highest slot of them. Unit: slots. Null: null where nothing was read. Source: Clock sysvar of each call. Method: ingest-1.0. */
            slot_max: number | null;
            /** @description Lowest slot of the banks that the numbers are of. Unit: slots. Null: null where nothing was read. Source: Clock sysvar of each call. Method: ingest-1.0. */
            slot_min: number | null;
            /** @description Chain time of the newest bank of the read. Unit: unix seconds. Null: null while nothing was read of the token. Source: Clock sysvar of each call. Method: ingest-1.0. */
            timestamp: number | null;
            /** @description Mint of the token. Null: never. Source: path. Method: liquidity-1.1. */
            token_address: string;
            /** @description Decimals of the token. Unit: decimals. Null: null where no reserve lends it. Source: reserves that lend it. Method: liquidity-1.1. */
            token_decimals: number | null;
            /** @description Symbol of the token, as the prices API has it; an empty string where none is known. Null: never. Source: newest price of the token. Method: liquidity-1.1. */
            token_symbol: string;
        };
        TokenDepthEnvelope: {
            data: components["schemas"]["TokenDepth"];
            meta: components["schemas"]["TokenDepthMeta"];
            /**
             * @description HTTP status of the answer.
             * @enum {number}
             */
            status: 200;
        };
        TokenDepthHistoryEnvelope: {
            /** @description By time. */
            data: components["schemas"]["TokenDepthHistoryRow"][];
            meta: components["schemas"]["DepthHistoryMeta"];
            /**
             * @description HTTP status of the answer.
             * @enum {number}
             */
            status: 200;
        };
        /** @description The smallest depth of a token over a bucket at one fall of the price, or with interval=raw one stored read. All columns are there unless the parameter fields names some. */
        TokenDepthHistoryRow: {
            /** @description The last average depth of the bucket in US dollars. Unit: USD. Null: null where it was not known in the whole bucket. Source: newest stored average_usd_f. Method: liquidity-1.1. */
            close_average_usd_f?: number | null;
            /** @description Share of the time that had passed which reads cover: two reads cover the time between them where they are no further apart than they may be. Unit: fraction. Null: null where no time had passed, or the row is a single read. Source: observed seconds / elapsed seconds. Method: liquidity-1.1. */
            coverage_f?: number | null;
            /** @description The fall of the price that the row is about. Unit: basis points. Null: never. Source: one of 50, 100, 200, 500, 1,000. Method: liquidity-1.1. */
            fall_bps?: number;
            /** @description False while later reads may still change the row. Unit: boolean. Null: never. Source: a read exists at or after its end. Method: history-1.1. */
            final_b?: boolean;
            /** @description Why the bucket was not observed throughout: not_polled (no indexer ran), rate_limited (calls waited for a limit), chain_halted (no new bank came), clock_implausible (the time of every endpoint was refused), poll_failed: with the code of another failure; not_rolled_up where nothing is computed of it yet. Null: null where it was. Source: batches of the read. Method: liquidity-1.1. */
            gap_reason_str?: string | null;
            /** @description Reads of the bucket in which the number was known. Unit: reads. Null: never. Source: counted. Method: liquidity-1.1. */
            known_observations?: number;
            /** @description True where more may be sold than the number says: a pool is unknown, holds orders that are left out, or was not read as far. Unit: boolean. Null: never. Source: pools of the token. Method: liquidity-1.1. */
            lower_bound_b?: boolean;
            /** @description Smallest average depth of the bucket. Unit: base units. Null: null where it was not known in the whole bucket. Source: smallest stored average_amount_raw. Method: liquidity-1.1. */
            min_average_amount_raw?: string | null;
            /** @description Smallest average depth in US dollars. Unit: USD. Null: null where it was not known in the whole bucket. Source: smallest stored average_usd_f. Method: liquidity-1.1. */
            min_average_usd_f?: number | null;
            /** @description Smallest marginal depth of the bucket. Unit: base units. Null: null where it was not known in the whole bucket. Source: smallest stored marginal_amount_raw. Method: liquidity-1.1. */
            min_marginal_amount_raw?: string | null;
            /** @description Smallest marginal depth in US dollars. Unit: USD. Null: null where it was not known in the whole bucket. Source: smallest stored marginal_usd_f. Method: liquidity-1.1. */
            min_marginal_usd_f?: number | null;
            /** @description Reads of the bucket. Unit: reads. Null: never. Source: counted. Method: liquidity-1.1. */
            observations?: number;
            /**
             * @description ok: observed throughout. partial: with a gap. missing: not observed at all, so there are no numbers. Null: never. Source: coverage_f. Method: history-1.1.
             * @enum {string}
             */
            quality_str?: "ok" | "partial" | "missing";
            /**
             * @description sell: the token is sold for US dollars, direct and through SOL. buy: it is bought for them, direct and through SOL. Null: never. Source: direction of the trade. Method: liquidity-1.1.
             * @enum {string}
             */
            side_str?: "sell" | "buy";
            /** @description Start of the bucket; with interval=raw the chain time of the read. Unit: unix seconds. Null: never. Source: UTC time. Method: ingest-1.0. */
            timestamp?: number;
            /** @description Mint of the token. Null: never. Source: path. Method: liquidity-1.1. */
            token_address?: string;
            /** @description Symbol of the token, as the prices API has it; an empty string where none is known. Null: never. Source: newest price of the token. Method: liquidity-1.1. */
            token_symbol?: string;
        };
        /** @description What can be sold or bought at one fall of the price: over all sources, or of one of them. */
        TokenDepthLevel: {
            /** @description The same in whole tokens: average_amount_raw. Unit: token (base units / 10^token_decimals, not the UI amount of a Token-2022 mint). Null: null where it is not known: see depth_gap_str. Source: average_amount_raw / 10^token_decimals, as the nearest double. Method: liquidity-1.1. */
            average_amount_f: number | null;
            /** @description The largest amount whose mean price is no further than fall_bps from the reference, fees included. Unit: base units. Null: null where it is not known: see depth_gap_str. Source: Σ over the pools that count, at one common end price: before fees (marginal), after the fee of each pool (average). Method: liquidity-1.1. */
            average_amount_raw: string | null;
            /** @description US dollars that it brings, or costs. Unit: USD. Null: null where it is not known: see depth_gap_str; and in rows of one source, whose SOL is sold together with that of the others. Source: at the reference prices of what the pools pay or take. Method: liquidity-1.1. */
            average_usd_f: number | null;
            /** @description Why a number is null. not_read: the token is lent by no followed reserve, or was not read yet. no_reference_price: the token has no price in force. no_pools: no pool of it is known. no_counted_pools: some are known and none counts, see the pools with their reasons. missing_account, missing_array, unsupported_fee_mode, above_vault, arithmetic_overflow: what of a pool is not known. beyond_depth: the pools do not take so much, as far as is known. Null: null where the numbers are known. Source: rules of depth. Method: liquidity-1.1. */
            depth_gap_str: string | null;
            /**
             * @description What the arithmetic was compared with. program: a binary of the program gave the same units. sdk: the published SDK did. source: only the source was read, nothing was executed. Of several pools the weakest. Null: null where no pool counts. Source: grade of the source, see docs/use/liquidity. Method: liquidity-1.1.
             * @enum {string|null}
             */
            evidence_str: "program" | "sdk" | "source" | null;
            /** @description The fall of the price that the row is about. Unit: basis points. Null: never. Source: one of 50, 100, 200, 500, 1,000. Method: liquidity-1.1. */
            fall_bps: number;
            /** @description Share of the reads of the 24 hours in which the depth was known. The others are not in the smallest one: below 1 it may have been smaller. Unit: fraction. Null: null in rows of one source. Source: reads that knew it / reads. Method: liquidity-1.1. */
            known_24h_share_f: number | null;
            /** @description Share of the pool that takes most of average_amount_raw. Unit: fraction. Null: null where average_amount_raw is, and in rows of one source. Source: amount of the pool / average_amount_raw. Method: liquidity-1.1. */
            largest_pool_share_f: number | null;
            /** @description True where more may be sold than the number says: a pool is unknown, holds orders that are left out, or was not read as far. Unit: boolean. Null: never. Source: pools of the token. Method: liquidity-1.1. */
            lower_bound_b: boolean;
            /** @description The same in whole tokens: marginal_amount_raw. Unit: token (base units / 10^token_decimals, not the UI amount of a Token-2022 mint). Null: null where it is not known: see depth_gap_str. Source: marginal_amount_raw / 10^token_decimals, as the nearest double. Method: liquidity-1.1. */
            marginal_amount_f: number | null;
            /** @description Amount of the token, sold or bought, until the price of every pool has moved by fall_bps from the reference. Unit: base units. Null: null where it is not known: see depth_gap_str. Source: Σ over the pools that count, no pool used twice. Method: liquidity-1.1. */
            marginal_amount_raw: string | null;
            /** @description US dollars that it brings, or costs. Unit: USD. Null: null where it is not known: see depth_gap_str; and in rows of one source, whose SOL is sold together with that of the others. Source: at the reference prices of what the pools pay or take. Method: liquidity-1.1. */
            marginal_usd_f: number | null;
            /** @description Smallest average depth of the 24 hours up to the read. Unit: base units. Null: null where no read of the 24 hours knew it, and in rows of one source. Source: smallest average_amount_raw of the reads. Method: liquidity-1.1. */
            min_24h_average_amount_raw: string | null;
            /** @description Smallest average depth of the 24 hours up to the read in US dollars: maybe of another read than the smallest amount. Unit: USD. Null: null where no read of the 24 hours knew it, and in rows of one source. Source: smallest average_usd_f of the reads. Method: liquidity-1.1. */
            min_24h_average_usd_f: number | null;
            /** @description Smallest marginal depth of the 24 hours up to the read. Unit: base units. Null: null where no read of the 24 hours knew it, and in rows of one source. Source: smallest marginal_amount_raw of the reads, by hour where the hour is over. Method: liquidity-1.1. */
            min_24h_marginal_amount_raw: string | null;
            /** @description Smallest marginal depth of the 24 hours up to the read in US dollars: maybe of another read than the smallest amount. Unit: USD. Null: null where no read of the 24 hours knew it, and in rows of one source. Source: smallest marginal_usd_f of the reads. Method: liquidity-1.1. */
            min_24h_marginal_usd_f: number | null;
            /**
             * @description sell: the token is sold for US dollars, direct and through SOL. buy: it is bought for them, direct and through SOL. Null: never. Source: direction of the trade. Method: liquidity-1.1.
             * @enum {string}
             */
            side_str: "sell" | "buy";
            /** @description What is left for this token of the pools of SOL and US dollars where every token that is lent trades its own average_amount_raw at the same fall at once, in proportion: its SOL over the SOL of all; SOL itself trades all of its own there. 1: no other token uses them. 0: this token does not. Unit: fraction. Null: null where average_amount_raw is, where no token trades through SOL, and in rows of one source. Source: SOL of the token / Σ SOL of all tokens that are lent, at the same side and fall. Method: liquidity-1.1. */
            sol_leg_share_f: number | null;
            /** @description Exchange program: orca_whirlpool, raydium_clmm, raydium_cpmm, raydium_amm_v4, meteora_dlmm. all: over all of them. Null: never. Source: program that owns the pool. Method: liquidity-1.1. */
            source_str: string;
            /** @description Share of average_amount_raw that is traded for SOL, and SOL for US dollars. Unit: fraction. Null: null where average_amount_raw is, and in rows of one source. Source: amount through SOL / average_amount_raw. Method: liquidity-1.1. */
            via_sol_share_f: number | null;
        };
        TokenDepthMeta: {
            /** @description Version of the method of the rows. Null: never. Source: constant of the service. Method: liquidity-1.1. */
            methodology: string;
        };
        TokenHistoryEnvelope: {
            /** @description By time. */
            data: components["schemas"]["TokenHistoryRow"][];
            meta: components["schemas"]["AggregateHistoryMeta"];
            /**
             * @description HTTP status of the answer.
             * @enum {number}
             */
            status: 200;
        };
        /** @description The reserves of a token in listed markets at the close of a bucket. All columns are there unless the parameter fields names some. */
        TokenHistoryRow: {
            /** @description What is available in all reserves of the token, in whole tokens. Known without a price too. Unit: token (base units / 10^token_decimals, not the UI amount of a Token-2022 mint). Null: null where the sums have no reserve. Source: Σ available amount. Method: aggregate-1.1. */
            available_amount_f?: number | null;
            /** @description What lies in the reserves and is not lent out, in USD at the prices that price_basis_str names. Unit: USD. Null: null where no reserve of the sum has a price. Source: Σ available amount × price over priced reserves. Method: aggregate-1.1. */
            available_usd_f?: number | null;
            /** @description Mean of the borrow APYs, weighted by the borrowed amount in tokens. Unit: fraction per year. Null: null where the sums have no reserve, or nothing is borrowed. Source: Σ APY × borrowed amount / Σ borrowed amount. Method: aggregate-1.1. */
            borrow_apy_wavg_f?: number | null;
            /** @description What is borrowed in all reserves of the token, in whole tokens. Known without a price too. Unit: token (base units / 10^token_decimals, not the UI amount of a Token-2022 mint). Null: null where the sums have no reserve. Source: Σ borrowed amount. Method: aggregate-1.1. */
            borrowed_amount_f?: number | null;
            /** @description What is borrowed, in USD at the prices that price_basis_str names. Unit: USD. Null: null where no reserve of the sum has a price. Source: Σ borrowed amount × price over priced reserves. Method: aggregate-1.1. */
            borrowed_usd_f?: number | null;
            /** @description Share of the bucket in which the expected reserves were observed. Unit: fraction. Null: null where the bucket has not been rolled up for any reserve. Source: Σ observed seconds / Σ seconds of the bucket that have passed and in which the reserve was known. Method: aggregate-1.1. */
            coverage_f?: number | null;
            /** @description False while later reads may still change the row, and for up to a minute or two while the row is one from before a correction of its bucket. Unit: boolean. Null: never. Source: the buckets of all expected reserves are final, and have not changed since the rollup stored the row. Method: aggregate-1.1. */
            final_b?: boolean;
            /** @description What most of the gaps of the reserves are put down to: not_polled (no indexer ran), rate_limited (calls waited for a limit), chain_halted (no new bank came), clock_implausible (the time of every endpoint was refused), poll_failed: with the code of another failure, account_missing or quarantined; not_rolled_up where the time was read and is not computed yet. Null: null where no reserve has a gap. Source: ledger of gaps. Method: aggregate-1.1. */
            gap_reason_str?: string | null;
            /** @description Reserves that the sums lack, because their state is not known: not on chain any more, never read, or not observed in the time of the row. Unit: reserves. Null: never. Source: reserves that are expected − reserves whose state is known. Method: aggregate-1.1. */
            missing_reserve_count?: number;
            /** @description Age of the oldest price in the sums at the close. Unit: seconds. Null: null where no reserve of the sum has a price, one of the prices says no time, or a bucket was rolled up before rollup_version 2. Source: largest of close − time of the price among priced reserves. Method: aggregate-1.1. */
            oldest_price_age_seconds?: number | null;
            /** @description Reserves of the sums that have a price. Sums in USD are over these. Unit: reserves. Null: never. Source: price_raw > 0; with price=aggregate those whose token has a price in force. Method: aggregate-1.1. */
            priced_reserve_count?: number;
            /**
             * @description ok: every expected reserve was observed throughout. partial: some were not, or not throughout; missing_reserve_count reserves are in no sum. missing: none was observed, so there are no numbers. Null: never. Source: quality of the buckets of the reserves. Method: aggregate-1.1.
             * @enum {string}
             */
            quality_str?: "ok" | "partial" | "missing";
            /** @description Reserves that there were in the bucket: first seen before its end, and not gone from the chain before its start. Unit: reserves. Null: never. Source: counted. Method: aggregate-1.1. */
            reserves_expected?: number;
            /** @description Reserves of them that were observed in the bucket. All sums are over these. Unit: reserves. Null: never. Source: counted. Method: aggregate-1.1. */
            reserves_observed?: number;
            /** @description What is supplied in all reserves of the token, in whole tokens. Known without a price too. Unit: token (base units / 10^token_decimals, not the UI amount of a Token-2022 mint). Null: null where the sums have no reserve. Source: Σ supplied amount. Method: aggregate-1.1. */
            supplied_amount_f?: number | null;
            /** @description What is supplied, in USD at the prices that price_basis_str names: those that the protocol itself holds, unless others were requested. Unit: USD. Null: null where no reserve of the sum has a price. Source: Σ supplied amount × price over priced reserves. Method: aggregate-1.1. */
            supplied_usd_f?: number | null;
            /** @description Mean of the supply APYs, weighted by the supplied amount in tokens. Unit: fraction per year. Null: null where the sums have no reserve, or nothing is supplied. Source: Σ APY × supplied amount / Σ supplied amount. Method: aggregate-1.1. */
            supply_apy_wavg_f?: number | null;
            /** @description Start of the bucket, in UTC. Values are those at its close. Unit: unix seconds. Null: never. Source: parameter interval. Method: ingest-1.0. */
            timestamp?: number;
            /** @description Mint address of the token that is lent. Null: never. Source: Reserve account, offset 128 (kamino); Reserve account, offset 42 (save). Method: account-1.0. */
            token_address?: string;
            /** @description Decimals of the token: base units are token units times 10^token_decimals. Unit: digits. Null: never. Source: Reserve account, offset 272 (kamino); Reserve account, offset 74 (save). Method: account-1.0. */
            token_decimals?: number;
            /** @description Symbol that most reserves give the token. Null: never. Source: name in the account of the reserve, else as token_symbol_origin_str says. Method: account-1.0. */
            token_symbol?: string;
            /** @description Value locked, net of what is borrowed and of fees owed: below available_usd_f, what lies in the vaults and is not lent out, by the fees in there that belong to the protocol and to referrers. Unit: USD. Null: null where no reserve of the sum has a price. Source: Σ (supplied − borrowed) × price over priced reserves, before any rounding. Method: aggregate-1.1. */
            tvl_usd_f?: number | null;
            /** @description Reserves of the sums with a price that there is no verdict on, because the protocol keeps none or the bucket was rolled up before rollup_version 2: usable_price_share_f says nothing of them. Unit: reserves. Null: never. Source: priced reserves without close_price_status. Method: aggregate-1.1. */
            unjudged_reserve_count?: number;
            /** @description What is borrowed from reserves of lending markets that are not listed. Unit: USD. Null: null where there are such reserves and none has a price. Source: Σ borrowed amount × price over priced reserves of unlisted markets; 0 where there is no such reserve. Method: aggregate-1.1. */
            unlisted_borrowed_usd_f?: number | null;
            /** @description Reserves of lending markets that are not listed. They are in no other field of the row. Unit: reserves. Null: never. Source: listed_b of the lending market is false. Method: aggregate-1.1. */
            unlisted_reserve_count?: number;
            /** @description What is supplied in reserves of lending markets that are not listed, at the prices that those hold: anybody can have set them. Unit: USD. Null: null where there are such reserves and none has a price. Source: Σ supplied amount × price over priced reserves of unlisted markets; 0 where there is no such reserve. Method: aggregate-1.1. */
            unlisted_supplied_usd_f?: number | null;
            /** @description Reserves of the sums without a price. What they hold is worth an unknown amount, which no sum in USD has in it. Unit: reserves. Null: never. Source: price_raw is 0; with price=aggregate those whose token has no price in force. Method: aggregate-1.1. */
            unpriced_reserve_count?: number;
            /** @description Reserves of the sums without a price, by address: no sum in USD, and no share of one, has anything of them. Null: never. Source: reserves whose price_raw is 0; with price=aggregate those whose token has no price in force. Method: aggregate-1.1. */
            unpriced_reserves?: string[];
            /** @description Share of the supplied amount of the token that lies in reserves without a price, and so is in no sum in USD. Unit: fraction. Null: null where nothing is supplied. Source: Σ supplied amount over reserves without a price / Σ supplied amount. Method: aggregate-1.1. */
            unpriced_supply_share_f?: number | null;
            /** @description Share of what is supplied, in USD and at prices that there is a verdict on, whose price had passed every check of the program at its last refresh before the close; the rest is valued at a price that the program would not have accepted, mostly for its age. Reserves without a verdict are in neither part: unjudged_reserve_count counts them. Nor are those without a price: unpriced_reserves names them. Unit: fraction. Null: null where no reserve of the sum has a price with a verdict, or nothing is supplied in those that have. Source: Σ supplied in USD where close_price_status has all bits of 63 / Σ supplied in USD where there is close_price_status. Method: aggregate-1.1. */
            usable_price_share_f?: number | null;
            /** @description Share of the supplied amount that is borrowed. Not held to 0..1. Unit: fraction. Null: null where the sums have no reserve. Source: Σ borrowed amount / Σ supplied amount; 0 when nothing is supplied. Method: aggregate-1.1. */
            utilization_f?: number | null;
            /** @description Reserves of listed markets that lend on through a reserve of a listed market: what they hold is counted there, once. Unit: reserves. Null: never. Source: underlying_reserve is of a listed market. Method: aggregate-1.1. */
            wrapped_reserve_count?: number;
        };
        /** @description A sale of a size in US dollars. */
        TokenQuote: {
            /** @description Why a number is null. not_read: the token is lent by no followed reserve, or was not read yet. no_reference_price: the token has no price in force. no_pools: no pool of it is known. no_counted_pools: some are known and none counts, see the pools with their reasons. missing_account, missing_array, unsupported_fee_mode, above_vault, arithmetic_overflow: what of a pool is not known. beyond_depth: the pools do not take so much, as far as is known. Null: null where the numbers are known. Source: rules of depth. Method: liquidity-1.1. */
            depth_gap_str: string | null;
            /** @description What is lost of the reference price, fees included. Unit: basis points. Null: null where it is not known: see depth_gap_str. Source: (1 − quote_out_usd_f / worth of quote_amount_raw) × 10,000. Method: liquidity-1.1. */
            price_impact_bps_f: number | null;
            /** @description Amount of the token that is sold. Unit: base units. Null: null where it is not known: see depth_gap_str. Source: size_usd_f / reference price. Method: liquidity-1.1. */
            quote_amount_raw: string | null;
            /** @description US dollars that it brings. Unit: USD. Null: null where it is not known: see depth_gap_str. Source: the pools that count, at one common end price after the fee of each. Method: liquidity-1.1. */
            quote_out_usd_f: number | null;
            /** @description Size of the sale at the reference price. Unit: USD. Null: never. Source: one of seven sizes. Method: liquidity-1.1. */
            size_usd_f: number;
        };
        /** @description What the reserves of one token in listed markets hold at their newest slots. */
        TokenTotals: {
            /** @description Reserves of them that are active. Unit: reserves. Null: never. Source: status active. Method: aggregate-1.1. */
            active_reserve_count: number;
            /** @description Reserves of the sums with a price that may have any age: fresh_price_share_f says nothing of them. With price=aggregate all that have a price. Unit: reserves. Null: never. Source: priced reserves without max_price_age_seconds. Method: aggregate-1.1. */
            ageless_reserve_count: number;
            /** @description What is available in all reserves of the token, in whole tokens. Known without a price too. Unit: token (base units / 10^token_decimals, not the UI amount of a Token-2022 mint). Null: null where the sums have no reserve. Source: Σ available amount. Method: aggregate-1.1. */
            available_amount_f: number | null;
            /** @description What lies in the reserves and is not lent out, in USD at the prices that price_basis_str names. Unit: USD. Null: null where no reserve of the sum has a price. Source: Σ available amount × price over priced reserves. Method: aggregate-1.1. */
            available_usd_f: number | null;
            /** @description Mean of the borrow APYs, weighted by the borrowed amount in tokens. Unit: fraction per year. Null: null where the sums have no reserve, or nothing is borrowed. Source: Σ APY × borrowed amount / Σ borrowed amount. Method: aggregate-1.1. */
            borrow_apy_wavg_f: number | null;
            /** @description What is borrowed in all reserves of the token, in whole tokens. Known without a price too. Unit: token (base units / 10^token_decimals, not the UI amount of a Token-2022 mint). Null: null where the sums have no reserve. Source: Σ borrowed amount. Method: aggregate-1.1. */
            borrowed_amount_f: number | null;
            /** @description What is borrowed, in USD at the prices that price_basis_str names. Unit: USD. Null: null where no reserve of the sum has a price. Source: Σ borrowed amount × price over priced reserves. Method: aggregate-1.1. */
            borrowed_usd_f: number | null;
            /** @description Share of what is supplied, in USD and in reserves with a greatest age of their price, whose price was no older than that when the reserve was read. A price that grew old since the last refresh shows here, where the verdict stays as it was. Reserves without a greatest age are in neither part: ageless_reserve_count counts them. Nor are those without a price. Unit: fraction. Null: null where no reserve of the sum has a price with a greatest age, or nothing is supplied in those that have; null with price=aggregate. Source: Σ supplied in USD where timestamp of the read − timestamp of the price ≤ max_price_age_seconds / Σ supplied in USD where there is max_price_age_seconds. Method: aggregate-1.1. */
            fresh_price_share_f: number | null;
            /** @description Reserves of them that are hidden from the protocol’s own site. What they hold is in the sums. Unit: reserves. Null: never. Source: status hidden. Method: aggregate-1.1. */
            hidden_reserve_count: number;
            /** @description Reserves that the sums lack, because their state is not known: not on chain any more, never read, or not observed in the time of the row. Unit: reserves. Null: never. Source: reserves that are expected − reserves whose state is known. Method: aggregate-1.1. */
            missing_reserve_count: number;
            /** @description Reserves of them that are obsolete: closed to new deposits and loans. What they hold is in the sums. Unit: reserves. Null: never. Source: status obsolete. Method: aggregate-1.1. */
            obsolete_reserve_count: number;
            /** @description How far the oldest read in the sums lies behind the newest read of the protocol. Unit: seconds. Null: null where the sums have no reserve. Source: newest chain time of the protocol − smallest chain time among the reserves of the sums. Method: aggregate-1.1. */
            oldest_input_age_seconds: number | null;
            /** @description How far the oldest price in the sums lies behind the newest read of the protocol. Unit: seconds. Null: null where no reserve of the sum has a price, or one of the prices says no time. Source: newest chain time of the protocol − smallest price_timestamp (with price=aggregate published_timestamp) among priced reserves. Method: aggregate-1.1. */
            oldest_price_age_seconds: number | null;
            /**
             * @description Whose prices the sums in USD are at: protocol, those that the reserves hold; aggregate, those of their tokens out of several sources. Null: never. Source: parameter price. Method: aggregate-1.1.
             * @enum {string}
             */
            price_basis_str: "protocol" | "aggregate";
            /** @description Reserves of the sums that have a price. Sums in USD are over these. Unit: reserves. Null: never. Source: price_raw > 0; with price=aggregate those whose token has a price in force. Method: aggregate-1.1. */
            priced_reserve_count: number;
            /** @description Reserves that the row is about, whatever their status. Unit: reserves. Null: never. Source: counted. Method: aggregate-1.1. */
            reserve_count: number;
            /** @description Newest slot among the reserves of the token that are in the sums. Unit: slots. Null: null where the sums have no reserve. Source: largest slot of them. Method: ingest-1.0. */
            slot: number | null;
            /** @description What is supplied in all reserves of the token, in whole tokens. Known without a price too. Unit: token (base units / 10^token_decimals, not the UI amount of a Token-2022 mint). Null: null where the sums have no reserve. Source: Σ supplied amount. Method: aggregate-1.1. */
            supplied_amount_f: number | null;
            /** @description What is supplied, in USD at the prices that price_basis_str names: those that the protocol itself holds, unless others were requested. Unit: USD. Null: null where no reserve of the sum has a price. Source: Σ supplied amount × price over priced reserves. Method: aggregate-1.1. */
            supplied_usd_f: number | null;
            /** @description Mean of the supply APYs, weighted by the supplied amount in tokens. Unit: fraction per year. Null: null where the sums have no reserve, or nothing is supplied. Source: Σ APY × supplied amount / Σ supplied amount. Method: aggregate-1.1. */
            supply_apy_wavg_f: number | null;
            /** @description Newest chain time among the reserves of the token that are in the sums. Unit: unix seconds. Null: null where the sums have no reserve. Source: largest clock of the banks that they were read from. Method: ingest-1.0. */
            timestamp: number | null;
            /** @description Mint address of the token that is lent. Null: never. Source: Reserve account, offset 128 (kamino); Reserve account, offset 42 (save). Method: account-1.0. */
            token_address: string;
            /** @description Decimals of the token: base units are token units times 10^token_decimals. Unit: digits. Null: never. Source: Reserve account, offset 272 (kamino); Reserve account, offset 74 (save). Method: account-1.0. */
            token_decimals: number;
            /** @description Symbol that most reserves give the token. Null: never. Source: name in the account of the reserve, else as token_symbol_origin_str says. Method: account-1.0. */
            token_symbol: string;
            /** @description Value locked, net of what is borrowed and of fees owed: below available_usd_f, what lies in the vaults and is not lent out, by the fees in there that belong to the protocol and to referrers. Unit: USD. Null: null where no reserve of the sum has a price. Source: Σ (supplied − borrowed) × price over priced reserves, before any rounding. Method: aggregate-1.1. */
            tvl_usd_f: number | null;
            /** @description Reserves of the sums with a price that the protocol keeps no verdict on: usable_price_share_f says nothing of them. With price=aggregate all that have a price. Unit: reserves. Null: never. Source: priced reserves without price_status. Method: aggregate-1.1. */
            unjudged_reserve_count: number;
            /** @description What is borrowed from reserves of lending markets that are not listed. Unit: USD. Null: null where there are such reserves and none has a price. Source: Σ borrowed amount × price over priced reserves of unlisted markets; 0 where there is no such reserve. Method: aggregate-1.1. */
            unlisted_borrowed_usd_f: number | null;
            /** @description Reserves of lending markets that are not listed. They are in no other field of the row. Unit: reserves. Null: never. Source: listed_b of the lending market is false. Method: aggregate-1.1. */
            unlisted_reserve_count: number;
            /** @description What is supplied in reserves of lending markets that are not listed, at the prices that those hold: anybody can have set them. Unit: USD. Null: null where there are such reserves and none has a price. Source: Σ supplied amount × price over priced reserves of unlisted markets; 0 where there is no such reserve. Method: aggregate-1.1. */
            unlisted_supplied_usd_f: number | null;
            /** @description Reserves of the sums without a price. What they hold is worth an unknown amount, which no sum in USD has in it. Unit: reserves. Null: never. Source: price_raw is 0; with price=aggregate those whose token has no price in force. Method: aggregate-1.1. */
            unpriced_reserve_count: number;
            /** @description Reserves of the sums without a price, by address: no sum in USD, and no share of one, has anything of them. Null: never. Source: reserves whose price_raw is 0; with price=aggregate those whose token has no price in force. Method: aggregate-1.1. */
            unpriced_reserves: string[];
            /** @description Share of the supplied amount of the token that lies in reserves without a price, and so is in no sum in USD. Unit: fraction. Null: null where nothing is supplied. Source: Σ supplied amount over reserves without a price / Σ supplied amount. Method: aggregate-1.1. */
            unpriced_supply_share_f: number | null;
            /** @description Share of what is supplied, in USD and at prices that the program has a verdict on, whose price passed every check at its last refresh, as usable_for_borrow_b says; the rest is valued at a price that the program would not accept as it stands, mostly for its age. Reserves without a verdict are in neither part: unjudged_reserve_count counts them. Nor are those without a price: unpriced_reserves names them. Unit: fraction. Null: null where no reserve of the sum has a price with a verdict, or nothing is supplied in those that have; null with price=aggregate, as verdicts are about the protocols’ prices. Source: Σ supplied in USD where all six bits of price_status are set / Σ supplied in USD where the protocol keeps price_status. Method: aggregate-1.1. */
            usable_price_share_f: number | null;
            /** @description Share of the supplied amount that is borrowed. Not held to 0..1. Unit: fraction. Null: null where the sums have no reserve. Source: Σ borrowed amount / Σ supplied amount; 0 when nothing is supplied. Method: aggregate-1.1. */
            utilization_f: number | null;
            /** @description Reserves of listed markets that lend on through a reserve of a listed market: what they hold is counted there, once. Unit: reserves. Null: never. Source: underlying_reserve is of a listed market. Method: aggregate-1.1. */
            wrapped_reserve_count: number;
        };
        TokenTotalsEnvelope: {
            data: components["schemas"]["TokenTotals"][];
            meta: components["schemas"]["MomentMeta"];
            /**
             * @description HTTP status of the answer.
             * @enum {number}
             */
            status: 200;
        };
        /** @description Whom the API key belongs to. */
        Verification: {
            /**
             * @description True when the key is valid. Unit: boolean. Null: never. Source: the key exists, is not revoked and not expired. Method: ingest-1.0.
             * @enum {boolean}
             */
            authenticated: true;
            /** @description Name that the API key was issued to. Null: never. Source: given by the operator. Method: ingest-1.0. */
            username: string;
        };
        VerificationEnvelope: {
            data: components["schemas"]["Verification"];
            /**
             * @description HTTP status of the answer.
             * @enum {number}
             */
            status: 200;
        };
    };
    responses: {
        /** @description 40002: The request body is not valid JSON. 40005: The request is not well-formed HTTP. */
        Error400: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorEnvelope"];
            };
        };
        /** @description 40101: The API key is missing. 40102: The API key is not known. 40103: The API key has been revoked. 40104: The API key has expired. 40105: The API key header is malformed. */
        Error401: {
            headers: {
                "WWW-Authenticate": components["headers"]["WwwAuthenticate"];
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorEnvelope"];
            };
        };
        /** @description 40801: The request did not arrive in time. */
        Error408: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorEnvelope"];
            };
        };
        /** @description 41301: The request body is too large. */
        Error413: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorEnvelope"];
            };
        };
        /** @description 41501: The encoding of the request body is not supported. */
        Error415: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorEnvelope"];
            };
        };
        /** @description 41701: The Expect header cannot be met. */
        Error417: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorEnvelope"];
            };
        };
        /** @description 42901: Too many requests. */
        Error429: {
            headers: {
                "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                "RateLimit-Reset": components["headers"]["RateLimitReset"];
                "Retry-After": components["headers"]["RetryAfter"];
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorEnvelope"];
            };
        };
        /** @description 43101: The headers of the request are too large. */
        Error431: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorEnvelope"];
            };
        };
        /** @description 50001: The service failed to answer. */
        Error500: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorEnvelope"];
            };
        };
        /** @description 50302: The database does not answer. 50303: The service has too much to do. 50304: The service does not answer. */
        Error503: {
            headers: {
                "Retry-After": components["headers"]["RetryAfter"];
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorEnvelope"];
            };
        };
    };
    parameters: never;
    requestBodies: never;
    headers: {
        /** @description How long the answer may be kept. */
        CacheControl: string;
        /** @description Age of the data: how many seconds the newest chain time lies behind the clock of the database. Grows while reading fails or the chain stands. Absent while nothing is indexed. */
        DataAgeSeconds: number;
        /** @description Newest chain time among the rows, in unix seconds. Absent while nothing is indexed. */
        DataAsOf: number;
        /** @description Of histories in which every bucket is over and final: changes when one of their days is corrected. With it in the parameter revision the answer is immutable. Absent elsewhere. */
        DataRevision: string;
        /** @description Newest slot among the rows. Absent while nothing is indexed. */
        DataSlot: number;
        /** @description The same for JSON, and for pages of closed buckets in any form. Answers that are streamed have none. */
        EntityTag: string;
        /** @description Strong validator made from content and encoding, and from slot and time where there are such. Send it back in If-None-Match. */
        ETag: string;
        /** @description Newest chain time of the data as an HTTP date. Absent while nothing is indexed. */
        LastModified: string;
        /** @description In CSV and NDJSON with a limit: rows follow, and this is the cursor for them. Absent where none follow. */
        NextCursor: string;
        /** @description Requests that the caller may make in a window. Absent where requests are not limited, and where a shared cache may keep the answer. */
        RateLimitLimit: number;
        /** @description The limit and the length of the window in seconds, as 600;w=60. Absent where requests are not limited, and where a shared cache may keep the answer. */
        RateLimitPolicy: string;
        /** @description Requests that are left in the window. Absent where requests are not limited, and where a shared cache may keep the answer. */
        RateLimitRemaining: number;
        /** @description Seconds until the window ends. Absent where requests are not limited, and where a shared cache may keep the answer. */
        RateLimitReset: number;
        /** @description Id of the request, on every answer. A sane X-Request-Id of the request is taken over. */
        RequestId: string;
        /** @description Seconds to wait before the next attempt. */
        RetryAfter: number;
        /** @description Always names Accept-Encoding. */
        Vary: string;
        /** @description The scheme of the API key. */
        WwwAuthenticate: string;
    };
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    getIndex: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Index */
            200: {
                headers: {
                    "Cache-Control": components["headers"]["CacheControl"];
                    ETag: components["headers"]["ETag"];
                    Vary: components["headers"]["Vary"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ServiceIndexEnvelope"];
                    "text/html": string;
                };
            };
            /** @description Not changed since the ETag of the request. No body. */
            304: {
                headers: {
                    "Cache-Control": components["headers"]["CacheControl"];
                    ETag: components["headers"]["ETag"];
                    Vary: components["headers"]["Vary"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Error400"];
            408: components["responses"]["Error408"];
            413: components["responses"]["Error413"];
            415: components["responses"]["Error415"];
            417: components["responses"]["Error417"];
            431: components["responses"]["Error431"];
            500: components["responses"]["Error500"];
        };
    };
    getKeyUsage: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Limits and use of the key. */
            200: {
                headers: {
                    "Cache-Control": components["headers"]["CacheControl"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["KeyUsageEnvelope"];
                };
            };
            /** @description 40002: The request body is not valid JSON. 40003: A query parameter is not valid. 40005: The request is not well-formed HTTP. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            401: components["responses"]["Error401"];
            408: components["responses"]["Error408"];
            413: components["responses"]["Error413"];
            415: components["responses"]["Error415"];
            417: components["responses"]["Error417"];
            429: components["responses"]["Error429"];
            431: components["responses"]["Error431"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    verifyApiKey: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The key is valid. */
            200: {
                headers: {
                    "Cache-Control": components["headers"]["CacheControl"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["VerificationEnvelope"];
                };
            };
            /** @description 40002: The request body is not valid JSON. 40003: A query parameter is not valid. 40005: The request is not well-formed HTTP. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            401: components["responses"]["Error401"];
            408: components["responses"]["Error408"];
            413: components["responses"]["Error413"];
            415: components["responses"]["Error415"];
            417: components["responses"]["Error417"];
            429: components["responses"]["Error429"];
            431: components["responses"]["Error431"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    getDocumentation: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Documentation */
            200: {
                headers: {
                    "Cache-Control": components["headers"]["CacheControl"];
                    ETag: components["headers"]["ETag"];
                    Vary: components["headers"]["Vary"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "text/html": string;
                };
            };
            /** @description Not changed since the ETag of the request. No body. */
            304: {
                headers: {
                    "Cache-Control": components["headers"]["CacheControl"];
                    ETag: components["headers"]["ETag"];
                    Vary: components["headers"]["Vary"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Error400"];
            408: components["responses"]["Error408"];
            413: components["responses"]["Error413"];
            415: components["responses"]["Error415"];
            417: components["responses"]["Error417"];
            431: components["responses"]["Error431"];
            500: components["responses"]["Error500"];
        };
    };
    getDocumentationAsset: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                asset: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Files of the documentation page */
            200: {
                headers: {
                    "Cache-Control": components["headers"]["CacheControl"];
                    ETag: components["headers"]["ETag"];
                    Vary: components["headers"]["Vary"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "image/png": string;
                    "text/css": string;
                    "text/javascript": string;
                };
            };
            /** @description Not changed since the ETag of the request. No body. */
            304: {
                headers: {
                    "Cache-Control": components["headers"]["CacheControl"];
                    ETag: components["headers"]["ETag"];
                    Vary: components["headers"]["Vary"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description 40002: The request body is not valid JSON. 40004: The path of the URL cannot be decoded. 40005: The request is not well-formed HTTP. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /** @description 40401: There is nothing at this path. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            408: components["responses"]["Error408"];
            413: components["responses"]["Error413"];
            415: components["responses"]["Error415"];
            417: components["responses"]["Error417"];
            431: components["responses"]["Error431"];
            500: components["responses"]["Error500"];
        };
    };
    getErrorPage: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description An error code. */
                code: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Documentation of an error code */
            200: {
                headers: {
                    "Cache-Control": components["headers"]["CacheControl"];
                    ETag: components["headers"]["ETag"];
                    Vary: components["headers"]["Vary"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "text/markdown": string;
                };
            };
            /** @description Not changed since the ETag of the request. No body. */
            304: {
                headers: {
                    "Cache-Control": components["headers"]["CacheControl"];
                    ETag: components["headers"]["ETag"];
                    Vary: components["headers"]["Vary"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description 40002: The request body is not valid JSON. 40004: The path of the URL cannot be decoded. 40005: The request is not well-formed HTTP. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /** @description 40401: There is nothing at this path. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            408: components["responses"]["Error408"];
            413: components["responses"]["Error413"];
            415: components["responses"]["Error415"];
            417: components["responses"]["Error417"];
            431: components["responses"]["Error431"];
            500: components["responses"]["Error500"];
        };
    };
    getHealth: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Health */
            200: {
                headers: {
                    "Cache-Control": components["headers"]["CacheControl"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["HealthEnvelope"];
                };
            };
            400: components["responses"]["Error400"];
            408: components["responses"]["Error408"];
            413: components["responses"]["Error413"];
            415: components["responses"]["Error415"];
            417: components["responses"]["Error417"];
            431: components["responses"]["Error431"];
            500: components["responses"]["Error500"];
        };
    };
    getMetrics: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Metrics */
            200: {
                headers: {
                    "Cache-Control": components["headers"]["CacheControl"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": string;
                };
            };
            400: components["responses"]["Error400"];
            408: components["responses"]["Error408"];
            413: components["responses"]["Error413"];
            415: components["responses"]["Error415"];
            417: components["responses"]["Error417"];
            431: components["responses"]["Error431"];
            500: components["responses"]["Error500"];
        };
    };
    getOpenApiDocument: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OpenAPI document */
            200: {
                headers: {
                    "Cache-Control": components["headers"]["CacheControl"];
                    ETag: components["headers"]["ETag"];
                    Vary: components["headers"]["Vary"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        openapi: string;
                    } & {
                        [key: string]: unknown;
                    };
                };
            };
            /** @description Not changed since the ETag of the request. No body. */
            304: {
                headers: {
                    "Cache-Control": components["headers"]["CacheControl"];
                    ETag: components["headers"]["ETag"];
                    Vary: components["headers"]["Vary"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Error400"];
            408: components["responses"]["Error408"];
            413: components["responses"]["Error413"];
            415: components["responses"]["Error415"];
            417: components["responses"]["Error417"];
            431: components["responses"]["Error431"];
            500: components["responses"]["Error500"];
        };
    };
    getReady: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Readiness */
            200: {
                headers: {
                    "Cache-Control": components["headers"]["CacheControl"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ReadyEnvelope"];
                };
            };
            400: components["responses"]["Error400"];
            408: components["responses"]["Error408"];
            413: components["responses"]["Error413"];
            415: components["responses"]["Error415"];
            417: components["responses"]["Error417"];
            431: components["responses"]["Error431"];
            500: components["responses"]["Error500"];
            /** @description 50301: The service has no current data. */
            503: {
                headers: {
                    "Retry-After": components["headers"]["RetryAfter"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
        };
    };
    listFees: {
        parameters: {
            query?: {
                /** @description true gives running sums from the start of the range on. Default false. */
                cumulative?: "true" | "false";
                /** @description next_cursor of the answer before; it holds the range too. */
                cursor?: string;
                /** @description Columns in the wanted order, separated by commas. Default: all. */
                fields?: string;
                /** @description Form of the answer. Default: what Accept asks for, else json. */
                format?: "json" | "csv" | "ndjson";
                /** @description Start of the range. Rows are those of the periods that begin in it. Default: 30 days before to, 7 with interval=1h. Unix seconds, unix milliseconds or ISO-8601 with its offset. */
                from?: string;
                /** @description What a row is about. Default protocol. */
                group_by?: "protocol" | "market" | "reserve";
                /** @description Width of the periods, aligned to UTC. Default 1d. */
                interval?: "1h" | "4h" | "1d";
                /** @description Only reserves of this lending market. */
                lending_market?: string;
                /** @description Largest number of rows: 10,000; without a key 1,000 of fees, benchmark rates and coverage. Default: 1,000 in JSON. CSV and NDJSON without it are whole or refused: with a key of any length, without one up to the largest number of rows. */
                limit?: number;
                /** @description true: only reserves of lending markets that are listed. false: only those of others. */
                listed_b?: "true" | "false";
                /** @description Another name of lending_market. Send one of the two. */
                market?: string;
                /** @description Only this reserve. */
                reserve?: string;
                /** @description In CSV: true writes an apostrophe in front of texts that begin with = + - @, a tab or a line break, which a spreadsheet would take for a formula. Numbers stay numbers. Default false. */
                spreadsheet?: "true" | "false";
                /** @description Only reserves that are in this status now. */
                status_str?: "active" | "obsolete" | "hidden";
                /** @description In CSV and NDJSON: iso writes times as ISO-8601 in UTC (2026-09-25T01:41:10Z) instead of unix seconds. Default unix, which those of JSON always are. */
                time?: "unix" | "iso";
                /** @description End of the range, which does not belong to it. Default: now, with the bucket that is not over. Unix seconds, unix milliseconds or ISO-8601 with its offset. */
                to?: string;
                /** @description Another name of token_address. Send one of the two. */
                token?: string;
                /** @description Only reserves of this token (mint address). */
                token_address?: string;
                /** @description Only reserves with exactly this symbol. */
                token_symbol?: string;
                /** @description true adds a line of units below the line of names in CSV. Default false. */
                units?: "true" | "false";
            };
            header?: never;
            path: {
                /** @description Path segment of a lending protocol. */
                protocol: components["schemas"]["Protocol"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Rows by time, within a period by address. */
            200: {
                headers: {
                    "Cache-Control": components["headers"]["CacheControl"];
                    ETag: components["headers"]["EntityTag"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "RateLimit-Reset": components["headers"]["RateLimitReset"];
                    Vary: components["headers"]["Vary"];
                    "X-Data-Revision": components["headers"]["DataRevision"];
                    "X-Next-Cursor": components["headers"]["NextCursor"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FeesEnvelope"];
                    "application/x-ndjson": string;
                    "text/csv": string;
                };
            };
            /** @description Not changed since the ETag of the request. No body. */
            304: {
                headers: {
                    "Cache-Control": components["headers"]["CacheControl"];
                    ETag: components["headers"]["ETag"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "RateLimit-Reset": components["headers"]["RateLimitReset"];
                    Vary: components["headers"]["Vary"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description 40001: The reserve address is not valid. 40002: The request body is not valid JSON. 40003: A query parameter is not valid. 40004: The path of the URL cannot be decoded. 40005: The request is not well-formed HTTP. 40008: A time is not valid. 40009: The time range is not valid. 40010: The limit is not valid. 40011: The cursor is not valid. 40013: The lending market address is not valid. 40014: The token address is not valid. 40015: The time range is longer than one call may ask for. 40016: The answer would hold more rows than one call may take. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            401: components["responses"]["Error401"];
            /** @description 40402: No reserve with this address is known. 40403: No lending protocol is served under this path segment. 40404: No lending market with this address is known. 40405: No reserve holds a token with this address. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            408: components["responses"]["Error408"];
            413: components["responses"]["Error413"];
            415: components["responses"]["Error415"];
            417: components["responses"]["Error417"];
            /** @description 42901: Too many requests. 42902: Too many exports or streams of this caller are under way. */
            429: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            431: components["responses"]["Error431"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    listMarketInfo: {
        parameters: {
            query?: {
                /** @description Form of the answer. Default json, whatever Accept says. */
                format?: "json" | "csv" | "ndjson";
                /** @description Only reserves of this lending market. */
                lending_market?: string;
                /** @description true: only reserves of lending markets that are listed. false: only those of others. */
                listed_b?: "true" | "false";
                /** @description Another name of lending_market. Send one of the two. */
                market?: string;
                /** @description Only this reserve. */
                reserve?: string;
                /** @description In CSV: true writes an apostrophe in front of texts that begin with = + - @, a tab or a line break, which a spreadsheet would take for a formula. Numbers stay numbers. Default false. */
                spreadsheet?: "true" | "false";
                /** @description Only reserves that are in this status now. */
                status_str?: "active" | "obsolete" | "hidden";
                /** @description In CSV and NDJSON: iso writes times as ISO-8601 in UTC (2026-09-25T01:41:10Z) instead of unix seconds. Default unix, which those of JSON always are. */
                time?: "unix" | "iso";
                /** @description Another name of token_address. Send one of the two. */
                token?: string;
                /** @description Only reserves of this token (mint address). */
                token_address?: string;
                /** @description Only reserves with exactly this symbol. */
                token_symbol?: string;
                /** @description true adds a line of units below the line of names in CSV. Default false. */
                units?: "true" | "false";
            };
            header?: never;
            path: {
                /** @description Path segment of a lending protocol. */
                protocol: components["schemas"]["Protocol"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The rows that pass the filters. */
            200: {
                headers: {
                    "Cache-Control": components["headers"]["CacheControl"];
                    ETag: components["headers"]["ETag"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "RateLimit-Reset": components["headers"]["RateLimitReset"];
                    Vary: components["headers"]["Vary"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MarketInfoEnvelope"];
                    "application/x-ndjson": string;
                    "text/csv": string;
                };
            };
            /** @description Not changed since the ETag of the request. No body. */
            304: {
                headers: {
                    "Cache-Control": components["headers"]["CacheControl"];
                    ETag: components["headers"]["ETag"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "RateLimit-Reset": components["headers"]["RateLimitReset"];
                    Vary: components["headers"]["Vary"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description 40002: The request body is not valid JSON. 40003: A query parameter is not valid. 40004: The path of the URL cannot be decoded. 40005: The request is not well-formed HTTP. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            401: components["responses"]["Error401"];
            /** @description 40403: No lending protocol is served under this path segment. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            408: components["responses"]["Error408"];
            413: components["responses"]["Error413"];
            415: components["responses"]["Error415"];
            417: components["responses"]["Error417"];
            429: components["responses"]["Error429"];
            431: components["responses"]["Error431"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    listQuarantinedReserves: {
        parameters: {
            query?: {
                /** @description Form of the answer. Default json, whatever Accept says. */
                format?: "json" | "csv" | "ndjson";
                /** @description In CSV: true writes an apostrophe in front of texts that begin with = + - @, a tab or a line break, which a spreadsheet would take for a formula. Numbers stay numbers. Default false. */
                spreadsheet?: "true" | "false";
                /** @description In CSV and NDJSON: iso writes times as ISO-8601 in UTC (2026-09-25T01:41:10Z) instead of unix seconds. Default unix, which those of JSON always are. */
                time?: "unix" | "iso";
                /** @description true adds a line of units below the line of names in CSV. Default false. */
                units?: "true" | "false";
            };
            header?: never;
            path: {
                /** @description Path segment of a lending protocol. */
                protocol: components["schemas"]["Protocol"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Quarantine */
            200: {
                headers: {
                    "Cache-Control": components["headers"]["CacheControl"];
                    ETag: components["headers"]["ETag"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "RateLimit-Reset": components["headers"]["RateLimitReset"];
                    Vary: components["headers"]["Vary"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["QuarantineEnvelope"];
                    "application/x-ndjson": string;
                    "text/csv": string;
                };
            };
            /** @description Not changed since the ETag of the request. No body. */
            304: {
                headers: {
                    "Cache-Control": components["headers"]["CacheControl"];
                    ETag: components["headers"]["ETag"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "RateLimit-Reset": components["headers"]["RateLimitReset"];
                    Vary: components["headers"]["Vary"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description 40002: The request body is not valid JSON. 40003: A query parameter is not valid. 40004: The path of the URL cannot be decoded. 40005: The request is not well-formed HTTP. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            401: components["responses"]["Error401"];
            /** @description 40403: No lending protocol is served under this path segment. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            408: components["responses"]["Error408"];
            413: components["responses"]["Error413"];
            415: components["responses"]["Error415"];
            417: components["responses"]["Error417"];
            429: components["responses"]["Error429"];
            431: components["responses"]["Error431"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    listReserveInfo: {
        parameters: {
            query?: {
                /** @description Form of the answer. Default json, whatever Accept says. */
                format?: "json" | "csv" | "ndjson";
                /** @description Only reserves of this lending market. */
                lending_market?: string;
                /** @description true: only reserves of lending markets that are listed. false: only those of others. */
                listed_b?: "true" | "false";
                /** @description Another name of lending_market. Send one of the two. */
                market?: string;
                /** @description Only this reserve. */
                reserve?: string;
                /** @description In CSV: true writes an apostrophe in front of texts that begin with = + - @, a tab or a line break, which a spreadsheet would take for a formula. Numbers stay numbers. Default false. */
                spreadsheet?: "true" | "false";
                /** @description Only reserves that are in this status now. */
                status_str?: "active" | "obsolete" | "hidden";
                /** @description In CSV and NDJSON: iso writes times as ISO-8601 in UTC (2026-09-25T01:41:10Z) instead of unix seconds. Default unix, which those of JSON always are. */
                time?: "unix" | "iso";
                /** @description Another name of token_address. Send one of the two. */
                token?: string;
                /** @description Only reserves of this token (mint address). */
                token_address?: string;
                /** @description Only reserves with exactly this symbol. */
                token_symbol?: string;
                /** @description true adds a line of units below the line of names in CSV. Default false. */
                units?: "true" | "false";
            };
            header?: never;
            path: {
                /** @description Path segment of a lending protocol. */
                protocol: components["schemas"]["Protocol"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The rows that pass the filters. */
            200: {
                headers: {
                    "Cache-Control": components["headers"]["CacheControl"];
                    ETag: components["headers"]["ETag"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "RateLimit-Reset": components["headers"]["RateLimitReset"];
                    Vary: components["headers"]["Vary"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ReserveInfoEnvelope"];
                    "application/x-ndjson": string;
                    "text/csv": string;
                };
            };
            /** @description Not changed since the ETag of the request. No body. */
            304: {
                headers: {
                    "Cache-Control": components["headers"]["CacheControl"];
                    ETag: components["headers"]["ETag"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "RateLimit-Reset": components["headers"]["RateLimitReset"];
                    Vary: components["headers"]["Vary"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description 40002: The request body is not valid JSON. 40003: A query parameter is not valid. 40004: The path of the URL cannot be decoded. 40005: The request is not well-formed HTTP. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            401: components["responses"]["Error401"];
            /** @description 40403: No lending protocol is served under this path segment. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            408: components["responses"]["Error408"];
            413: components["responses"]["Error413"];
            415: components["responses"]["Error415"];
            417: components["responses"]["Error417"];
            429: components["responses"]["Error429"];
            431: components["responses"]["Error431"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    listMarketHistory: {
        parameters: {
            query?: {
                /** @description next_cursor of the answer before; it holds the range too. */
                cursor?: string;
                /** @description Columns in the wanted order, separated by commas. Default: all. */
                fields?: string;
                /** @description Form of the answer. Default: what Accept asks for, else json. */
                format?: "json" | "csv" | "ndjson";
                /** @description Start of the range, which belongs to it. Default: 30 days; 7 with interval=1h before to. Unix seconds, unix milliseconds or ISO-8601 with its offset. */
                from?: string;
                /** @description Width of the buckets, aligned to UTC. Default 1d. */
                interval?: "1h" | "4h" | "1d";
                /** @description Largest number of rows: 10,000; without a key 1,000 of fees, benchmark rates and coverage. Default: 1,000 in JSON. CSV and NDJSON without it are whole or refused: with a key of any length, without one up to the largest number of rows. */
                limit?: number;
                /** @description In CSV: true writes an apostrophe in front of texts that begin with = + - @, a tab or a line break, which a spreadsheet would take for a formula. Numbers stay numbers. Default false. */
                spreadsheet?: "true" | "false";
                /** @description In CSV and NDJSON: iso writes times as ISO-8601 in UTC (2026-09-25T01:41:10Z) instead of unix seconds. Default unix, which those of JSON always are. */
                time?: "unix" | "iso";
                /** @description End of the range, which does not belong to it. Default: now, with the bucket that is not over. Unix seconds, unix milliseconds or ISO-8601 with its offset. */
                to?: string;
                /** @description true adds a line of units below the line of names in CSV. Default false. */
                units?: "true" | "false";
            };
            header?: never;
            path: {
                /** @description Address of the lending market. */
                market: string;
                /** @description Path segment of a lending protocol. */
                protocol: components["schemas"]["Protocol"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Rows by time. */
            200: {
                headers: {
                    "Cache-Control": components["headers"]["CacheControl"];
                    ETag: components["headers"]["EntityTag"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "RateLimit-Reset": components["headers"]["RateLimitReset"];
                    Vary: components["headers"]["Vary"];
                    "X-Data-Revision": components["headers"]["DataRevision"];
                    "X-Next-Cursor": components["headers"]["NextCursor"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MarketHistoryEnvelope"];
                    "application/x-ndjson": string;
                    "text/csv": string;
                };
            };
            /** @description Not changed since the ETag of the request. No body. */
            304: {
                headers: {
                    "Cache-Control": components["headers"]["CacheControl"];
                    ETag: components["headers"]["ETag"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "RateLimit-Reset": components["headers"]["RateLimitReset"];
                    Vary: components["headers"]["Vary"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description 40002: The request body is not valid JSON. 40003: A query parameter is not valid. 40004: The path of the URL cannot be decoded. 40005: The request is not well-formed HTTP. 40008: A time is not valid. 40009: The time range is not valid. 40010: The limit is not valid. 40011: The cursor is not valid. 40013: The lending market address is not valid. 40015: The time range is longer than one call may ask for. 40016: The answer would hold more rows than one call may take. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            401: components["responses"]["Error401"];
            /** @description 40403: No lending protocol is served under this path segment. 40404: No lending market with this address is known. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            408: components["responses"]["Error408"];
            413: components["responses"]["Error413"];
            415: components["responses"]["Error415"];
            417: components["responses"]["Error417"];
            /** @description 42901: Too many requests. 42902: Too many exports or streams of this caller are under way. */
            429: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            431: components["responses"]["Error431"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    getLatestMarket: {
        parameters: {
            query?: {
                /** @description Form of the answer. Default json, whatever Accept says. */
                format?: "json" | "csv" | "ndjson";
                /** @description Prices of the sums in USD: protocol, those that the reserves hold, or aggregate, those of their tokens out of several sources, as the prices API has them. With aggregate a reserve whose token has no price in force at the time of the reserve is left out, counted in unpriced_reserve_count and named in unpriced_reserves. Default protocol. */
                price?: "protocol" | "aggregate";
                /** @description In CSV: true writes an apostrophe in front of texts that begin with = + - @, a tab or a line break, which a spreadsheet would take for a formula. Numbers stay numbers. Default false. */
                spreadsheet?: "true" | "false";
                /** @description In CSV and NDJSON: iso writes times as ISO-8601 in UTC (2026-09-25T01:41:10Z) instead of unix seconds. Default unix, which those of JSON always are. */
                time?: "unix" | "iso";
                /** @description true adds a line of units below the line of names in CSV. Default false. */
                units?: "true" | "false";
            };
            header?: never;
            path: {
                /** @description Address of the lending market. */
                market: string;
                /** @description Path segment of a lending protocol. */
                protocol: components["schemas"]["Protocol"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Latest market */
            200: {
                headers: {
                    "Cache-Control": components["headers"]["CacheControl"];
                    ETag: components["headers"]["ETag"];
                    "Last-Modified": components["headers"]["LastModified"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "RateLimit-Reset": components["headers"]["RateLimitReset"];
                    Vary: components["headers"]["Vary"];
                    "X-Data-Age-Seconds": components["headers"]["DataAgeSeconds"];
                    "X-Data-As-Of": components["headers"]["DataAsOf"];
                    "X-Data-Slot": components["headers"]["DataSlot"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MarketTotalsEnvelope"];
                    "application/x-ndjson": string;
                    "text/csv": string;
                };
            };
            /** @description Not changed since the ETag of the request. No body. */
            304: {
                headers: {
                    "Cache-Control": components["headers"]["CacheControl"];
                    ETag: components["headers"]["ETag"];
                    "Last-Modified": components["headers"]["LastModified"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "RateLimit-Reset": components["headers"]["RateLimitReset"];
                    Vary: components["headers"]["Vary"];
                    "X-Data-Age-Seconds": components["headers"]["DataAgeSeconds"];
                    "X-Data-As-Of": components["headers"]["DataAsOf"];
                    "X-Data-Slot": components["headers"]["DataSlot"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description 40002: The request body is not valid JSON. 40003: A query parameter is not valid. 40004: The path of the URL cannot be decoded. 40005: The request is not well-formed HTTP. 40013: The lending market address is not valid. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            401: components["responses"]["Error401"];
            /** @description 40403: No lending protocol is served under this path segment. 40404: No lending market with this address is known. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            408: components["responses"]["Error408"];
            413: components["responses"]["Error413"];
            415: components["responses"]["Error415"];
            417: components["responses"]["Error417"];
            429: components["responses"]["Error429"];
            431: components["responses"]["Error431"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    listLatestMarkets: {
        parameters: {
            query?: {
                /** @description Form of the answer. Default json, whatever Accept says. */
                format?: "json" | "csv" | "ndjson";
                /** @description Prices of the sums in USD: protocol, those that the reserves hold, or aggregate, those of their tokens out of several sources, as the prices API has them. With aggregate a reserve whose token has no price in force at the time of the reserve is left out, counted in unpriced_reserve_count and named in unpriced_reserves. Default protocol. */
                price?: "protocol" | "aggregate";
                /** @description In CSV: true writes an apostrophe in front of texts that begin with = + - @, a tab or a line break, which a spreadsheet would take for a formula. Numbers stay numbers. Default false. */
                spreadsheet?: "true" | "false";
                /** @description In CSV and NDJSON: iso writes times as ISO-8601 in UTC (2026-09-25T01:41:10Z) instead of unix seconds. Default unix, which those of JSON always are. */
                time?: "unix" | "iso";
                /** @description true adds a line of units below the line of names in CSV. Default false. */
                units?: "true" | "false";
            };
            header?: never;
            path: {
                /** @description Path segment of a lending protocol. */
                protocol: components["schemas"]["Protocol"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Latest markets */
            200: {
                headers: {
                    "Cache-Control": components["headers"]["CacheControl"];
                    ETag: components["headers"]["ETag"];
                    "Last-Modified": components["headers"]["LastModified"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "RateLimit-Reset": components["headers"]["RateLimitReset"];
                    Vary: components["headers"]["Vary"];
                    "X-Data-Age-Seconds": components["headers"]["DataAgeSeconds"];
                    "X-Data-As-Of": components["headers"]["DataAsOf"];
                    "X-Data-Slot": components["headers"]["DataSlot"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MarketTotalsEnvelope"];
                    "application/x-ndjson": string;
                    "text/csv": string;
                };
            };
            /** @description Not changed since the ETag of the request. No body. */
            304: {
                headers: {
                    "Cache-Control": components["headers"]["CacheControl"];
                    ETag: components["headers"]["ETag"];
                    "Last-Modified": components["headers"]["LastModified"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "RateLimit-Reset": components["headers"]["RateLimitReset"];
                    Vary: components["headers"]["Vary"];
                    "X-Data-Age-Seconds": components["headers"]["DataAgeSeconds"];
                    "X-Data-As-Of": components["headers"]["DataAsOf"];
                    "X-Data-Slot": components["headers"]["DataSlot"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description 40002: The request body is not valid JSON. 40003: A query parameter is not valid. 40004: The path of the URL cannot be decoded. 40005: The request is not well-formed HTTP. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            401: components["responses"]["Error401"];
            /** @description 40403: No lending protocol is served under this path segment. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            408: components["responses"]["Error408"];
            413: components["responses"]["Error413"];
            415: components["responses"]["Error415"];
            417: components["responses"]["Error417"];
            429: components["responses"]["Error429"];
            431: components["responses"]["Error431"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    getReserveAt: {
        parameters: {
            query?: {
                /** @description Refuse an answer whose evidence is further away from the moment than this many seconds. */
                max_age?: number;
            };
            header?: never;
            path: {
                /** @description Path segment of a lending protocol. */
                protocol: components["schemas"]["Protocol"];
                /** @description Address of the reserve. */
                reserve: string;
                /** @description The moment, in whole seconds: unix seconds, unix milliseconds or ISO-8601 with its offset. */
                time: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The state at the moment. */
            200: {
                headers: {
                    "Cache-Control": components["headers"]["CacheControl"];
                    ETag: components["headers"]["ETag"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "RateLimit-Reset": components["headers"]["RateLimitReset"];
                    Vary: components["headers"]["Vary"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ReserveAtEnvelope"];
                };
            };
            /** @description Not changed since the ETag of the request. No body. */
            304: {
                headers: {
                    "Cache-Control": components["headers"]["CacheControl"];
                    ETag: components["headers"]["ETag"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "RateLimit-Reset": components["headers"]["RateLimitReset"];
                    Vary: components["headers"]["Vary"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description 40001: The reserve address is not valid. 40002: The request body is not valid JSON. 40003: A query parameter is not valid. 40004: The path of the URL cannot be decoded. 40005: The request is not well-formed HTTP. 40008: A time is not valid. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            401: components["responses"]["Error401"];
            /** @description 40402: No reserve with this address is known. 40403: No lending protocol is served under this path segment. 40406: Nothing is known of the reserve at this time. 40409: Single reads of this time are archived. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            408: components["responses"]["Error408"];
            413: components["responses"]["Error413"];
            415: components["responses"]["Error415"];
            417: components["responses"]["Error417"];
            429: components["responses"]["Error429"];
            431: components["responses"]["Error431"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    getReserveConfig: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Path segment of a lending protocol. */
                protocol: components["schemas"]["Protocol"];
                /** @description Address of the reserve. */
                reserve: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Configuration */
            200: {
                headers: {
                    "Cache-Control": components["headers"]["CacheControl"];
                    ETag: components["headers"]["ETag"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "RateLimit-Reset": components["headers"]["RateLimitReset"];
                    Vary: components["headers"]["Vary"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ReserveConfigEnvelope"];
                };
            };
            /** @description Not changed since the ETag of the request. No body. */
            304: {
                headers: {
                    "Cache-Control": components["headers"]["CacheControl"];
                    ETag: components["headers"]["ETag"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "RateLimit-Reset": components["headers"]["RateLimitReset"];
                    Vary: components["headers"]["Vary"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description 40001: The reserve address is not valid. 40002: The request body is not valid JSON. 40003: A query parameter is not valid. 40004: The path of the URL cannot be decoded. 40005: The request is not well-formed HTTP. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            401: components["responses"]["Error401"];
            /** @description 40402: No reserve with this address is known. 40403: No lending protocol is served under this path segment. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            408: components["responses"]["Error408"];
            413: components["responses"]["Error413"];
            415: components["responses"]["Error415"];
            417: components["responses"]["Error417"];
            429: components["responses"]["Error429"];
            431: components["responses"]["Error431"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    listReserveConfigChanges: {
        parameters: {
            query?: {
                /** @description next_cursor of the answer before; it holds the range too. */
                cursor?: string;
                /** @description Form of the answer. Default json, whatever Accept says. */
                format?: "json" | "csv" | "ndjson";
                /** @description Start of the range, which belongs to it. Default: 30 days before to, or before now. Unix seconds, unix milliseconds or ISO-8601 with its offset. */
                from?: string;
                /** @description Largest number of rows. */
                limit?: number;
                /** @description In CSV: true writes an apostrophe in front of texts that begin with = + - @, a tab or a line break, which a spreadsheet would take for a formula. Numbers stay numbers. Default false. */
                spreadsheet?: "true" | "false";
                /** @description In CSV and NDJSON: iso writes times as ISO-8601 in UTC (2026-09-25T01:41:10Z) instead of unix seconds. Default unix, which those of JSON always are. */
                time?: "unix" | "iso";
                /** @description End of the range, which does not belong to it. Default: open. Unix seconds, unix milliseconds or ISO-8601 with its offset. */
                to?: string;
                /** @description true adds a line of units below the line of names in CSV. Default false. */
                units?: "true" | "false";
            };
            header?: never;
            path: {
                /** @description Path segment of a lending protocol. */
                protocol: components["schemas"]["Protocol"];
                /** @description Address of the reserve. */
                reserve: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Configuration changes of a reserve */
            200: {
                headers: {
                    "Cache-Control": components["headers"]["CacheControl"];
                    ETag: components["headers"]["ETag"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "RateLimit-Reset": components["headers"]["RateLimitReset"];
                    Vary: components["headers"]["Vary"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ConfigChangesEnvelope"];
                    "application/x-ndjson": string;
                    "text/csv": string;
                };
            };
            /** @description Not changed since the ETag of the request. No body. */
            304: {
                headers: {
                    "Cache-Control": components["headers"]["CacheControl"];
                    ETag: components["headers"]["ETag"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "RateLimit-Reset": components["headers"]["RateLimitReset"];
                    Vary: components["headers"]["Vary"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description 40001: The reserve address is not valid. 40002: The request body is not valid JSON. 40003: A query parameter is not valid. 40004: The path of the URL cannot be decoded. 40005: The request is not well-formed HTTP. 40008: A time is not valid. 40009: The time range is not valid. 40010: The limit is not valid. 40011: The cursor is not valid. 40016: The answer would hold more rows than one call may take. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            401: components["responses"]["Error401"];
            /** @description 40402: No reserve with this address is known. 40403: No lending protocol is served under this path segment. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            408: components["responses"]["Error408"];
            413: components["responses"]["Error413"];
            415: components["responses"]["Error415"];
            417: components["responses"]["Error417"];
            429: components["responses"]["Error429"];
            431: components["responses"]["Error431"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    getReserveCurve: {
        parameters: {
            query?: {
                /** @description What-if: whole tokens that are borrowed; repaid where negative. */
                borrow_delta?: string;
                /** @description What-if: borrow_delta in USD, at the price that the reserve's account holds. Cut to whole base units, which what_if tells as supply_delta_raw and borrow_delta_raw. At most 18 decimals; not together with the same in tokens. */
                borrow_delta_usd?: string;
                /** @description Number of points, evenly spread over utilization 0 to 1. */
                points?: number;
                /** @description What-if: whole tokens that are supplied; withdrawn where negative. */
                supply_delta?: string;
                /** @description What-if: supply_delta in USD, at the price that the reserve's account holds. Cut to whole base units, which what_if tells as supply_delta_raw and borrow_delta_raw. At most 18 decimals; not together with the same in tokens. */
                supply_delta_usd?: string;
            };
            header?: never;
            path: {
                /** @description Path segment of a lending protocol. */
                protocol: components["schemas"]["Protocol"];
                /** @description Address of the reserve. */
                reserve: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Rate curve and what-if */
            200: {
                headers: {
                    "Cache-Control": components["headers"]["CacheControl"];
                    ETag: components["headers"]["ETag"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "RateLimit-Reset": components["headers"]["RateLimitReset"];
                    Vary: components["headers"]["Vary"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ReserveCurveEnvelope"];
                };
            };
            /** @description Not changed since the ETag of the request. No body. */
            304: {
                headers: {
                    "Cache-Control": components["headers"]["CacheControl"];
                    ETag: components["headers"]["ETag"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "RateLimit-Reset": components["headers"]["RateLimitReset"];
                    Vary: components["headers"]["Vary"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description 40001: The reserve address is not valid. 40002: The request body is not valid JSON. 40003: A query parameter is not valid. 40004: The path of the URL cannot be decoded. 40005: The request is not well-formed HTTP. 40006: A token amount is not valid. 40007: The reserve does not hold enough for this change. 40012: The number of points is not valid. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            401: components["responses"]["Error401"];
            /** @description 40402: No reserve with this address is known. 40403: No lending protocol is served under this path segment. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            408: components["responses"]["Error408"];
            413: components["responses"]["Error413"];
            415: components["responses"]["Error415"];
            417: components["responses"]["Error417"];
            429: components["responses"]["Error429"];
            431: components["responses"]["Error431"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    getReserveDetail: {
        parameters: {
            query?: {
                /** @description Form of the answer. Default json, whatever Accept says. */
                format?: "json" | "csv" | "ndjson";
                /** @description In CSV: true writes an apostrophe in front of texts that begin with = + - @, a tab or a line break, which a spreadsheet would take for a formula. Numbers stay numbers. Default false. */
                spreadsheet?: "true" | "false";
                /** @description In CSV and NDJSON: iso writes times as ISO-8601 in UTC (2026-09-25T01:41:10Z) instead of unix seconds. Default unix, which those of JSON always are. */
                time?: "unix" | "iso";
                /** @description true adds a line of units below the line of names in CSV. Default false. */
                units?: "true" | "false";
            };
            header?: never;
            path: {
                /** @description Path segment of a lending protocol. */
                protocol: components["schemas"]["Protocol"];
                /** @description Address of the reserve. */
                reserve: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Details of a reserve */
            200: {
                headers: {
                    "Cache-Control": components["headers"]["CacheControl"];
                    ETag: components["headers"]["ETag"];
                    "Last-Modified": components["headers"]["LastModified"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "RateLimit-Reset": components["headers"]["RateLimitReset"];
                    Vary: components["headers"]["Vary"];
                    "X-Data-Age-Seconds": components["headers"]["DataAgeSeconds"];
                    "X-Data-As-Of": components["headers"]["DataAsOf"];
                    "X-Data-Slot": components["headers"]["DataSlot"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ReserveDetailEnvelope"];
                    "application/x-ndjson": string;
                    "text/csv": string;
                };
            };
            /** @description Not changed since the ETag of the request. No body. */
            304: {
                headers: {
                    "Cache-Control": components["headers"]["CacheControl"];
                    ETag: components["headers"]["ETag"];
                    "Last-Modified": components["headers"]["LastModified"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "RateLimit-Reset": components["headers"]["RateLimitReset"];
                    Vary: components["headers"]["Vary"];
                    "X-Data-Age-Seconds": components["headers"]["DataAgeSeconds"];
                    "X-Data-As-Of": components["headers"]["DataAsOf"];
                    "X-Data-Slot": components["headers"]["DataSlot"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description 40001: The reserve address is not valid. 40002: The request body is not valid JSON. 40003: A query parameter is not valid. 40004: The path of the URL cannot be decoded. 40005: The request is not well-formed HTTP. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            401: components["responses"]["Error401"];
            /** @description 40402: No reserve with this address is known. 40403: No lending protocol is served under this path segment. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            408: components["responses"]["Error408"];
            413: components["responses"]["Error413"];
            415: components["responses"]["Error415"];
            417: components["responses"]["Error417"];
            429: components["responses"]["Error429"];
            431: components["responses"]["Error431"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    listReserveHistory: {
        parameters: {
            query?: {
                /** @description What the numbers of a bucket are. Not with interval=raw. Default close. */
                agg?: "close" | "open" | "min" | "max" | "twavg";
                /** @description What was published at this time: values that were corrected since are those before the correction. The range ends at it, or before. Without corrections since then the rows are those of today. Unix seconds, unix milliseconds or ISO-8601 with its offset. */
                as_of?: string;
                /** @description next_cursor of the answer before; it holds the range too. */
                cursor?: string;
                /** @description Columns in the wanted order, separated by commas. Default: all. */
                fields?: string;
                /** @description What becomes of buckets that were not observed. null: they are rows without numbers, with the reason. none: they are left out. locf: they repeat the last values of the range, with filled_b. Not with interval=raw. Default null. */
                fill?: "none" | "null" | "locf";
                /** @description Form of the answer. Default: what Accept asks for, else json. */
                format?: "json" | "csv" | "ndjson";
                /** @description Start of the range, which belongs to it. Default: 7 days; 30 with interval=4h or 1d, one of 15m or raw before to. Unix seconds, unix milliseconds or ISO-8601 with its offset. */
                from?: string;
                /** @description Width of the rows. raw and 15m need a key. Default: 1h, for all reserves 1d. */
                interval?: "raw" | "15m" | "1h" | "4h" | "1d";
                /** @description Largest number of rows: 10,000; without a key 1,000 of fees, benchmark rates and coverage. Default: 1,000 in JSON. CSV and NDJSON without it are whole or refused: with a key of any length, without one up to the largest number of rows. */
                limit?: number;
                /** @description X-Data-Revision of an answer for the same reserves and range: the answer is then immutable, and 404 where the data have another revision. */
                revision?: string;
                /** @description In CSV: true writes an apostrophe in front of texts that begin with = + - @, a tab or a line break, which a spreadsheet would take for a formula. Numbers stay numbers. Default false. */
                spreadsheet?: "true" | "false";
                /** @description In CSV and NDJSON: iso writes times as ISO-8601 in UTC (2026-09-25T01:41:10Z) instead of unix seconds. Default unix, which those of JSON always are. */
                time?: "unix" | "iso";
                /** @description End of the range, which does not belong to it. Default: now, with the bucket that is not over. Unix seconds, unix milliseconds or ISO-8601 with its offset. */
                to?: string;
                /** @description true adds a line of units below the line of names in CSV. Default false. */
                units?: "true" | "false";
            };
            header?: never;
            path: {
                /** @description Path segment of a lending protocol. */
                protocol: components["schemas"]["Protocol"];
                /** @description Address of the reserve. */
                reserve: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Rows by time. */
            200: {
                headers: {
                    "Cache-Control": components["headers"]["CacheControl"];
                    ETag: components["headers"]["EntityTag"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "RateLimit-Reset": components["headers"]["RateLimitReset"];
                    Vary: components["headers"]["Vary"];
                    "X-Data-Revision": components["headers"]["DataRevision"];
                    "X-Next-Cursor": components["headers"]["NextCursor"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["HistoryEnvelope"];
                    "application/x-ndjson": string;
                    "text/csv": string;
                };
            };
            /** @description Not changed since the ETag of the request. No body. */
            304: {
                headers: {
                    "Cache-Control": components["headers"]["CacheControl"];
                    ETag: components["headers"]["ETag"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "RateLimit-Reset": components["headers"]["RateLimitReset"];
                    Vary: components["headers"]["Vary"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description 40001: The reserve address is not valid. 40002: The request body is not valid JSON. 40003: A query parameter is not valid. 40004: The path of the URL cannot be decoded. 40005: The request is not well-formed HTTP. 40008: A time is not valid. 40009: The time range is not valid. 40010: The limit is not valid. 40011: The cursor is not valid. 40015: The time range is longer than one call may ask for. 40016: The answer would hold more rows than one call may take. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            401: components["responses"]["Error401"];
            /** @description 40402: No reserve with this address is known. 40403: No lending protocol is served under this path segment. 40407: The data do not have this revision. 40409: Single reads of this time are archived. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            408: components["responses"]["Error408"];
            413: components["responses"]["Error413"];
            415: components["responses"]["Error415"];
            417: components["responses"]["Error417"];
            /** @description 42901: Too many requests. 42902: Too many exports or streams of this caller are under way. */
            429: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            431: components["responses"]["Error431"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    getLatestReserve: {
        parameters: {
            query?: {
                /** @description true puts the array into the common envelope {data, status}. Default false: a bare array. */
                envelope?: "true" | "false";
                /** @description Form of the answer. Default json, whatever Accept says. */
                format?: "json" | "csv" | "ndjson";
                /** @description In CSV: true writes an apostrophe in front of texts that begin with = + - @, a tab or a line break, which a spreadsheet would take for a formula. Numbers stay numbers. Default false. */
                spreadsheet?: "true" | "false";
                /** @description In CSV and NDJSON: iso writes times as ISO-8601 in UTC (2026-09-25T01:41:10Z) instead of unix seconds. Default unix, which those of JSON always are. */
                time?: "unix" | "iso";
                /** @description true adds a line of units below the line of names in CSV. Default false. */
                units?: "true" | "false";
            };
            header?: never;
            path: {
                /** @description Path segment of a lending protocol. */
                protocol: components["schemas"]["Protocol"];
                /** @description Address of the reserve. */
                reserve: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description An array with one snapshot. */
            200: {
                headers: {
                    "Cache-Control": components["headers"]["CacheControl"];
                    ETag: components["headers"]["ETag"];
                    "Last-Modified": components["headers"]["LastModified"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "RateLimit-Reset": components["headers"]["RateLimitReset"];
                    Vary: components["headers"]["Vary"];
                    "X-Data-Age-Seconds": components["headers"]["DataAgeSeconds"];
                    "X-Data-As-Of": components["headers"]["DataAsOf"];
                    "X-Data-Slot": components["headers"]["DataSlot"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ReserveSnapshotList"] | components["schemas"]["ReserveSnapshotEnvelope"];
                    "application/x-ndjson": string;
                    "text/csv": string;
                };
            };
            /** @description The data have not changed since the ETag or the date that the request names. No body. */
            304: {
                headers: {
                    "Cache-Control": components["headers"]["CacheControl"];
                    ETag: components["headers"]["ETag"];
                    "Last-Modified": components["headers"]["LastModified"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "RateLimit-Reset": components["headers"]["RateLimitReset"];
                    Vary: components["headers"]["Vary"];
                    "X-Data-Age-Seconds": components["headers"]["DataAgeSeconds"];
                    "X-Data-As-Of": components["headers"]["DataAsOf"];
                    "X-Data-Slot": components["headers"]["DataSlot"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description 40001: The reserve address is not valid. 40002: The request body is not valid JSON. 40003: A query parameter is not valid. 40004: The path of the URL cannot be decoded. 40005: The request is not well-formed HTTP. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            401: components["responses"]["Error401"];
            /** @description 40402: No reserve with this address is known. 40403: No lending protocol is served under this path segment. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            408: components["responses"]["Error408"];
            413: components["responses"]["Error413"];
            415: components["responses"]["Error415"];
            417: components["responses"]["Error417"];
            429: components["responses"]["Error429"];
            431: components["responses"]["Error431"];
            500: components["responses"]["Error500"];
            /** @description 50301: The service has no current data. 50302: The database does not answer. 50303: The service has too much to do. 50304: The service does not answer. */
            503: {
                headers: {
                    "Retry-After": components["headers"]["RetryAfter"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
        };
    };
    listLiquidationCoverageHistory: {
        parameters: {
            query?: {
                /** @description next_cursor of the answer before; it holds the range too. */
                cursor?: string;
                /** @description Columns in the wanted order, separated by commas. Default: all. */
                fields?: string;
                /** @description Form of the answer. Default: what Accept asks for, else json. */
                format?: "json" | "csv" | "ndjson";
                /** @description Start of the range, which belongs to it. Default: 7 days; 30 with interval=1d, one with raw before to. Unix seconds, unix milliseconds or ISO-8601 with its offset. */
                from?: string;
                /** @description Width of the rows. raw needs a key. Default 1h. */
                interval?: "raw" | "1h" | "1d";
                /** @description Largest number of rows: 10,000; without a key 1,000 of fees, benchmark rates and coverage. Default: 1,000 in JSON. CSV and NDJSON without it are whole or refused: with a key of any length, without one up to the largest number of rows. */
                limit?: number;
                /** @description In CSV: true writes an apostrophe in front of texts that begin with = + - @, a tab or a line break, which a spreadsheet would take for a formula. Numbers stay numbers. Default false. */
                spreadsheet?: "true" | "false";
                /** @description In CSV and NDJSON: iso writes times as ISO-8601 in UTC (2026-09-25T01:41:10Z) instead of unix seconds. Default unix, which those of JSON always are. */
                time?: "unix" | "iso";
                /** @description End of the range, which does not belong to it. Default: now, with the bucket that is not over. Unix seconds, unix milliseconds or ISO-8601 with its offset. */
                to?: string;
                /** @description true adds a line of units below the line of names in CSV. Default false. */
                units?: "true" | "false";
            };
            header?: never;
            path: {
                /** @description Path segment of a lending protocol. */
                protocol: components["schemas"]["Protocol"];
                /** @description Address of the reserve. */
                reserve: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Rows by time. */
            200: {
                headers: {
                    "Cache-Control": components["headers"]["CacheControl"];
                    ETag: components["headers"]["EntityTag"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "RateLimit-Reset": components["headers"]["RateLimitReset"];
                    Vary: components["headers"]["Vary"];
                    "X-Data-Revision": components["headers"]["DataRevision"];
                    "X-Next-Cursor": components["headers"]["NextCursor"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LiquidationCoverageHistoryEnvelope"];
                    "application/x-ndjson": string;
                    "text/csv": string;
                };
            };
            /** @description Not changed since the ETag of the request. No body. */
            304: {
                headers: {
                    "Cache-Control": components["headers"]["CacheControl"];
                    ETag: components["headers"]["ETag"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "RateLimit-Reset": components["headers"]["RateLimitReset"];
                    Vary: components["headers"]["Vary"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description 40001: The reserve address is not valid. 40002: The request body is not valid JSON. 40003: A query parameter is not valid. 40004: The path of the URL cannot be decoded. 40005: The request is not well-formed HTTP. 40008: A time is not valid. 40009: The time range is not valid. 40010: The limit is not valid. 40011: The cursor is not valid. 40015: The time range is longer than one call may ask for. 40016: The answer would hold more rows than one call may take. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            401: components["responses"]["Error401"];
            /** @description 40402: No reserve with this address is known. 40403: No lending protocol is served under this path segment. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            408: components["responses"]["Error408"];
            413: components["responses"]["Error413"];
            415: components["responses"]["Error415"];
            417: components["responses"]["Error417"];
            /** @description 42901: Too many requests. 42902: Too many exports or streams of this caller are under way. */
            429: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            431: components["responses"]["Error431"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    getLiquidationCoverage: {
        parameters: {
            query?: {
                /** @description Form of the answer. Default json, whatever Accept says. */
                format?: "json" | "csv" | "ndjson";
                /** @description In CSV: true writes an apostrophe in front of texts that begin with = + - @, a tab or a line break, which a spreadsheet would take for a formula. Numbers stay numbers. Default false. */
                spreadsheet?: "true" | "false";
                /** @description In CSV and NDJSON: iso writes times as ISO-8601 in UTC (2026-09-25T01:41:10Z) instead of unix seconds. Default unix, which those of JSON always are. */
                time?: "unix" | "iso";
                /** @description true adds a line of units below the line of names in CSV. Default false. */
                units?: "true" | "false";
            };
            header?: never;
            path: {
                /** @description Path segment of a lending protocol. */
                protocol: components["schemas"]["Protocol"];
                /** @description Address of the reserve. */
                reserve: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Liquidation coverage of a reserve */
            200: {
                headers: {
                    "Cache-Control": components["headers"]["CacheControl"];
                    ETag: components["headers"]["ETag"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "RateLimit-Reset": components["headers"]["RateLimitReset"];
                    Vary: components["headers"]["Vary"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LiquidationCoverageEnvelope"];
                    "application/x-ndjson": string;
                    "text/csv": string;
                };
            };
            /** @description Not changed since the ETag of the request. No body. */
            304: {
                headers: {
                    "Cache-Control": components["headers"]["CacheControl"];
                    ETag: components["headers"]["ETag"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "RateLimit-Reset": components["headers"]["RateLimitReset"];
                    Vary: components["headers"]["Vary"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description 40001: The reserve address is not valid. 40002: The request body is not valid JSON. 40003: A query parameter is not valid. 40004: The path of the URL cannot be decoded. 40005: The request is not well-formed HTTP. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            401: components["responses"]["Error401"];
            /** @description 40402: No reserve with this address is known. 40403: No lending protocol is served under this path segment. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            408: components["responses"]["Error408"];
            413: components["responses"]["Error413"];
            415: components["responses"]["Error415"];
            417: components["responses"]["Error417"];
            429: components["responses"]["Error429"];
            431: components["responses"]["Error431"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    listPriceDivergenceHistory: {
        parameters: {
            query?: {
                /** @description next_cursor of the answer before; it holds the range too. */
                cursor?: string;
                /** @description Columns in the wanted order, separated by commas. Default: all. */
                fields?: string;
                /** @description Form of the answer. Default: what Accept asks for, else json. */
                format?: "json" | "csv" | "ndjson";
                /** @description Start of the range, which belongs to it. Default: 7 days; 30 with interval=1d, one with 15m or raw before to. Unix seconds, unix milliseconds or ISO-8601 with its offset. */
                from?: string;
                /** @description Width of the rows. raw and 15m need a key. Default 1h. */
                interval?: "raw" | "15m" | "1h" | "1d";
                /** @description Largest number of rows: 10,000; without a key 1,000 of fees, benchmark rates and coverage. Default: 1,000 in JSON. CSV and NDJSON without it are whole or refused: with a key of any length, without one up to the largest number of rows. */
                limit?: number;
                /** @description In CSV: true writes an apostrophe in front of texts that begin with = + - @, a tab or a line break, which a spreadsheet would take for a formula. Numbers stay numbers. Default false. */
                spreadsheet?: "true" | "false";
                /** @description In CSV and NDJSON: iso writes times as ISO-8601 in UTC (2026-09-25T01:41:10Z) instead of unix seconds. Default unix, which those of JSON always are. */
                time?: "unix" | "iso";
                /** @description End of the range, which does not belong to it. Default: now, with the bucket that is not over. Unix seconds, unix milliseconds or ISO-8601 with its offset. */
                to?: string;
                /** @description true adds a line of units below the line of names in CSV. Default false. */
                units?: "true" | "false";
            };
            header?: never;
            path: {
                /** @description Path segment of a lending protocol. */
                protocol: components["schemas"]["Protocol"];
                /** @description Address of the reserve. */
                reserve: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Rows by time. */
            200: {
                headers: {
                    "Cache-Control": components["headers"]["CacheControl"];
                    ETag: components["headers"]["EntityTag"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "RateLimit-Reset": components["headers"]["RateLimitReset"];
                    Vary: components["headers"]["Vary"];
                    "X-Data-Revision": components["headers"]["DataRevision"];
                    "X-Next-Cursor": components["headers"]["NextCursor"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PriceDivergenceEnvelope"];
                    "application/x-ndjson": string;
                    "text/csv": string;
                };
            };
            /** @description Not changed since the ETag of the request. No body. */
            304: {
                headers: {
                    "Cache-Control": components["headers"]["CacheControl"];
                    ETag: components["headers"]["ETag"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "RateLimit-Reset": components["headers"]["RateLimitReset"];
                    Vary: components["headers"]["Vary"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description 40001: The reserve address is not valid. 40002: The request body is not valid JSON. 40003: A query parameter is not valid. 40004: The path of the URL cannot be decoded. 40005: The request is not well-formed HTTP. 40008: A time is not valid. 40009: The time range is not valid. 40010: The limit is not valid. 40011: The cursor is not valid. 40015: The time range is longer than one call may ask for. 40016: The answer would hold more rows than one call may take. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            401: components["responses"]["Error401"];
            /** @description 40402: No reserve with this address is known. 40403: No lending protocol is served under this path segment. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            408: components["responses"]["Error408"];
            413: components["responses"]["Error413"];
            415: components["responses"]["Error415"];
            417: components["responses"]["Error417"];
            /** @description 42901: Too many requests. 42902: Too many exports or streams of this caller are under way. */
            429: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            431: components["responses"]["Error431"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    listConfigChanges: {
        parameters: {
            query?: {
                /** @description next_cursor of the answer before; it holds the range too. */
                cursor?: string;
                /** @description Form of the answer. Default json, whatever Accept says. */
                format?: "json" | "csv" | "ndjson";
                /** @description Start of the range, which belongs to it. Default: 30 days before to, or before now. Unix seconds, unix milliseconds or ISO-8601 with its offset. */
                from?: string;
                /** @description Largest number of rows. */
                limit?: number;
                /** @description In CSV: true writes an apostrophe in front of texts that begin with = + - @, a tab or a line break, which a spreadsheet would take for a formula. Numbers stay numbers. Default false. */
                spreadsheet?: "true" | "false";
                /** @description In CSV and NDJSON: iso writes times as ISO-8601 in UTC (2026-09-25T01:41:10Z) instead of unix seconds. Default unix, which those of JSON always are. */
                time?: "unix" | "iso";
                /** @description End of the range, which does not belong to it. Default: open. Unix seconds, unix milliseconds or ISO-8601 with its offset. */
                to?: string;
                /** @description true adds a line of units below the line of names in CSV. Default false. */
                units?: "true" | "false";
            };
            header?: never;
            path: {
                /** @description Path segment of a lending protocol. */
                protocol: components["schemas"]["Protocol"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Configuration changes */
            200: {
                headers: {
                    "Cache-Control": components["headers"]["CacheControl"];
                    ETag: components["headers"]["ETag"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "RateLimit-Reset": components["headers"]["RateLimitReset"];
                    Vary: components["headers"]["Vary"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ConfigChangesEnvelope"];
                    "application/x-ndjson": string;
                    "text/csv": string;
                };
            };
            /** @description Not changed since the ETag of the request. No body. */
            304: {
                headers: {
                    "Cache-Control": components["headers"]["CacheControl"];
                    ETag: components["headers"]["ETag"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "RateLimit-Reset": components["headers"]["RateLimitReset"];
                    Vary: components["headers"]["Vary"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description 40002: The request body is not valid JSON. 40003: A query parameter is not valid. 40004: The path of the URL cannot be decoded. 40005: The request is not well-formed HTTP. 40008: A time is not valid. 40009: The time range is not valid. 40010: The limit is not valid. 40011: The cursor is not valid. 40016: The answer would hold more rows than one call may take. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            401: components["responses"]["Error401"];
            /** @description 40403: No lending protocol is served under this path segment. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            408: components["responses"]["Error408"];
            413: components["responses"]["Error413"];
            415: components["responses"]["Error415"];
            417: components["responses"]["Error417"];
            429: components["responses"]["Error429"];
            431: components["responses"]["Error431"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    listReserveDetails: {
        parameters: {
            query?: {
                /** @description Columns in the wanted order, separated by commas. Default: all. */
                fields?: string;
                /** @description Form of the answer. Default json, whatever Accept says. */
                format?: "json" | "csv" | "ndjson";
                /** @description Only reserves of this lending market. */
                lending_market?: string;
                /** @description true: only reserves of lending markets that are listed. false: only those of others. */
                listed_b?: "true" | "false";
                /** @description Another name of lending_market. Send one of the two. */
                market?: string;
                /** @description Only this reserve. */
                reserve?: string;
                /** @description In CSV: true writes an apostrophe in front of texts that begin with = + - @, a tab or a line break, which a spreadsheet would take for a formula. Numbers stay numbers. Default false. */
                spreadsheet?: "true" | "false";
                /** @description Only reserves that are in this status now. */
                status_str?: "active" | "obsolete" | "hidden";
                /** @description In CSV and NDJSON: iso writes times as ISO-8601 in UTC (2026-09-25T01:41:10Z) instead of unix seconds. Default unix, which those of JSON always are. */
                time?: "unix" | "iso";
                /** @description Another name of token_address. Send one of the two. */
                token?: string;
                /** @description Only reserves of this token (mint address). */
                token_address?: string;
                /** @description Only reserves with exactly this symbol. */
                token_symbol?: string;
                /** @description true adds a line of units below the line of names in CSV. Default false. */
                units?: "true" | "false";
            };
            header?: never;
            path: {
                /** @description Path segment of a lending protocol. */
                protocol: components["schemas"]["Protocol"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Details of all reserves */
            200: {
                headers: {
                    "Cache-Control": components["headers"]["CacheControl"];
                    ETag: components["headers"]["ETag"];
                    "Last-Modified": components["headers"]["LastModified"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "RateLimit-Reset": components["headers"]["RateLimitReset"];
                    Vary: components["headers"]["Vary"];
                    "X-Data-Age-Seconds": components["headers"]["DataAgeSeconds"];
                    "X-Data-As-Of": components["headers"]["DataAsOf"];
                    "X-Data-Slot": components["headers"]["DataSlot"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ReserveDetailsEnvelope"];
                    "application/x-ndjson": string;
                    "text/csv": string;
                };
            };
            /** @description Not changed since the ETag of the request. No body. */
            304: {
                headers: {
                    "Cache-Control": components["headers"]["CacheControl"];
                    ETag: components["headers"]["ETag"];
                    "Last-Modified": components["headers"]["LastModified"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "RateLimit-Reset": components["headers"]["RateLimitReset"];
                    Vary: components["headers"]["Vary"];
                    "X-Data-Age-Seconds": components["headers"]["DataAgeSeconds"];
                    "X-Data-As-Of": components["headers"]["DataAsOf"];
                    "X-Data-Slot": components["headers"]["DataSlot"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description 40001: The reserve address is not valid. 40002: The request body is not valid JSON. 40003: A query parameter is not valid. 40004: The path of the URL cannot be decoded. 40005: The request is not well-formed HTTP. 40013: The lending market address is not valid. 40014: The token address is not valid. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            401: components["responses"]["Error401"];
            /** @description 40402: No reserve with this address is known. 40403: No lending protocol is served under this path segment. 40404: No lending market with this address is known. 40405: No reserve holds a token with this address. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            408: components["responses"]["Error408"];
            413: components["responses"]["Error413"];
            415: components["responses"]["Error415"];
            417: components["responses"]["Error417"];
            429: components["responses"]["Error429"];
            431: components["responses"]["Error431"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    listReserveHistories: {
        parameters: {
            query?: {
                /** @description What the numbers of a bucket are. Not with interval=raw. Default close. */
                agg?: "close" | "open" | "min" | "max" | "twavg";
                /** @description What was published at this time: values that were corrected since are those before the correction. The range ends at it, or before. Without corrections since then the rows are those of today. Unix seconds, unix milliseconds or ISO-8601 with its offset. */
                as_of?: string;
                /** @description next_cursor of the answer before; it holds the range too. */
                cursor?: string;
                /** @description Columns in the wanted order, separated by commas. Default: all. */
                fields?: string;
                /** @description What becomes of buckets that were not observed. null: they are rows without numbers, with the reason. none: they are left out. locf: they repeat the last values of the range, with filled_b. Not with interval=raw. Default null. */
                fill?: "none" | "null" | "locf";
                /** @description Form of the answer. Default: what Accept asks for, else json. */
                format?: "json" | "csv" | "ndjson";
                /** @description Start of the range, which belongs to it. Default: 7 days; 30 with interval=4h or 1d, one of 15m or raw before to. Unix seconds, unix milliseconds or ISO-8601 with its offset. */
                from?: string;
                /** @description Width of the rows. raw and 15m need a key. Default: 1h, for all reserves 1d. */
                interval?: "raw" | "15m" | "1h" | "4h" | "1d";
                /** @description Only reserves of this lending market. */
                lending_market?: string;
                /** @description Largest number of rows: 10,000; without a key 1,000 of fees, benchmark rates and coverage. Default: 1,000 in JSON. CSV and NDJSON without it are whole or refused: with a key of any length, without one up to the largest number of rows. */
                limit?: number;
                /** @description true: only reserves of lending markets that are listed. false: only those of others. */
                listed_b?: "true" | "false";
                /** @description Another name of lending_market. Send one of the two. */
                market?: string;
                /** @description Only this reserve. */
                reserve?: string;
                /** @description Only these reserves: addresses with commas between, at most 20. Several histories in one call, for a chart that compares them. */
                reserves?: string;
                /** @description X-Data-Revision of an answer for the same reserves and range: the answer is then immutable, and 404 where the data have another revision. */
                revision?: string;
                /** @description In CSV: true writes an apostrophe in front of texts that begin with = + - @, a tab or a line break, which a spreadsheet would take for a formula. Numbers stay numbers. Default false. */
                spreadsheet?: "true" | "false";
                /** @description Only reserves that are in this status now. */
                status_str?: "active" | "obsolete" | "hidden";
                /** @description In CSV and NDJSON: iso writes times as ISO-8601 in UTC (2026-09-25T01:41:10Z) instead of unix seconds. Default unix, which those of JSON always are. */
                time?: "unix" | "iso";
                /** @description End of the range, which does not belong to it. Default: now, with the bucket that is not over. Unix seconds, unix milliseconds or ISO-8601 with its offset. */
                to?: string;
                /** @description Another name of token_address. Send one of the two. */
                token?: string;
                /** @description Only reserves of this token (mint address). */
                token_address?: string;
                /** @description Only reserves with exactly this symbol. */
                token_symbol?: string;
                /** @description true adds a line of units below the line of names in CSV. Default false. */
                units?: "true" | "false";
            };
            header?: never;
            path: {
                /** @description Path segment of a lending protocol. */
                protocol: components["schemas"]["Protocol"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Rows by reserve, then by time. */
            200: {
                headers: {
                    "Cache-Control": components["headers"]["CacheControl"];
                    ETag: components["headers"]["EntityTag"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "RateLimit-Reset": components["headers"]["RateLimitReset"];
                    Vary: components["headers"]["Vary"];
                    "X-Data-Revision": components["headers"]["DataRevision"];
                    "X-Next-Cursor": components["headers"]["NextCursor"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["HistoryEnvelope"];
                    "application/x-ndjson": string;
                    "text/csv": string;
                };
            };
            /** @description Not changed since the ETag of the request. No body. */
            304: {
                headers: {
                    "Cache-Control": components["headers"]["CacheControl"];
                    ETag: components["headers"]["ETag"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "RateLimit-Reset": components["headers"]["RateLimitReset"];
                    Vary: components["headers"]["Vary"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description 40001: The reserve address is not valid. 40002: The request body is not valid JSON. 40003: A query parameter is not valid. 40004: The path of the URL cannot be decoded. 40005: The request is not well-formed HTTP. 40008: A time is not valid. 40009: The time range is not valid. 40010: The limit is not valid. 40011: The cursor is not valid. 40013: The lending market address is not valid. 40014: The token address is not valid. 40015: The time range is longer than one call may ask for. 40016: The answer would hold more rows than one call may take. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            401: components["responses"]["Error401"];
            /** @description 40402: No reserve with this address is known. 40403: No lending protocol is served under this path segment. 40404: No lending market with this address is known. 40405: No reserve holds a token with this address. 40407: The data do not have this revision. 40409: Single reads of this time are archived. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            408: components["responses"]["Error408"];
            413: components["responses"]["Error413"];
            415: components["responses"]["Error415"];
            417: components["responses"]["Error417"];
            /** @description 42901: Too many requests. 42902: Too many exports or streams of this caller are under way. */
            429: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            431: components["responses"]["Error431"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    listLatestReserves: {
        parameters: {
            query?: {
                /** @description true puts the array into the common envelope {data, status}. Default false: a bare array. */
                envelope?: "true" | "false";
                /** @description Form of the answer. Default json, whatever Accept says. */
                format?: "json" | "csv" | "ndjson";
                /** @description Only reserves of this lending market. */
                lending_market?: string;
                /** @description true: only reserves of lending markets that are listed. false: only those of others. */
                listed_b?: "true" | "false";
                /** @description Another name of lending_market. Send one of the two. */
                market?: string;
                /** @description Only this reserve. */
                reserve?: string;
                /** @description In CSV: true writes an apostrophe in front of texts that begin with = + - @, a tab or a line break, which a spreadsheet would take for a formula. Numbers stay numbers. Default false. */
                spreadsheet?: "true" | "false";
                /** @description Only reserves that are in this status now. */
                status_str?: "active" | "obsolete" | "hidden";
                /** @description In CSV and NDJSON: iso writes times as ISO-8601 in UTC (2026-09-25T01:41:10Z) instead of unix seconds. Default unix, which those of JSON always are. */
                time?: "unix" | "iso";
                /** @description Another name of token_address. Send one of the two. */
                token?: string;
                /** @description Only reserves of this token (mint address). */
                token_address?: string;
                /** @description Only reserves with exactly this symbol. */
                token_symbol?: string;
                /** @description true adds a line of units below the line of names in CSV. Default false. */
                units?: "true" | "false";
            };
            header?: never;
            path: {
                /** @description Path segment of a lending protocol. */
                protocol: components["schemas"]["Protocol"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One snapshot per reserve. */
            200: {
                headers: {
                    "Cache-Control": components["headers"]["CacheControl"];
                    ETag: components["headers"]["ETag"];
                    "Last-Modified": components["headers"]["LastModified"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "RateLimit-Reset": components["headers"]["RateLimitReset"];
                    Vary: components["headers"]["Vary"];
                    "X-Data-Age-Seconds": components["headers"]["DataAgeSeconds"];
                    "X-Data-As-Of": components["headers"]["DataAsOf"];
                    "X-Data-Slot": components["headers"]["DataSlot"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ReserveSnapshotList"] | components["schemas"]["ReserveSnapshotEnvelope"];
                    "application/x-ndjson": string;
                    "text/csv": string;
                };
            };
            /** @description The data have not changed since the ETag or the date that the request names. No body. */
            304: {
                headers: {
                    "Cache-Control": components["headers"]["CacheControl"];
                    ETag: components["headers"]["ETag"];
                    "Last-Modified": components["headers"]["LastModified"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "RateLimit-Reset": components["headers"]["RateLimitReset"];
                    Vary: components["headers"]["Vary"];
                    "X-Data-Age-Seconds": components["headers"]["DataAgeSeconds"];
                    "X-Data-As-Of": components["headers"]["DataAsOf"];
                    "X-Data-Slot": components["headers"]["DataSlot"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description 40001: The reserve address is not valid. 40002: The request body is not valid JSON. 40003: A query parameter is not valid. 40004: The path of the URL cannot be decoded. 40005: The request is not well-formed HTTP. 40013: The lending market address is not valid. 40014: The token address is not valid. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            401: components["responses"]["Error401"];
            /** @description 40402: No reserve with this address is known. 40403: No lending protocol is served under this path segment. 40404: No lending market with this address is known. 40405: No reserve holds a token with this address. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            408: components["responses"]["Error408"];
            413: components["responses"]["Error413"];
            415: components["responses"]["Error415"];
            417: components["responses"]["Error417"];
            429: components["responses"]["Error429"];
            431: components["responses"]["Error431"];
            500: components["responses"]["Error500"];
            /** @description 50301: The service has no current data. 50302: The database does not answer. 50303: The service has too much to do. 50304: The service does not answer. */
            503: {
                headers: {
                    "Retry-After": components["headers"]["RetryAfter"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
        };
    };
    listLiquidationCoverage: {
        parameters: {
            query?: {
                /** @description Form of the answer. Default json, whatever Accept says. */
                format?: "json" | "csv" | "ndjson";
                /** @description In CSV: true writes an apostrophe in front of texts that begin with = + - @, a tab or a line break, which a spreadsheet would take for a formula. Numbers stay numbers. Default false. */
                spreadsheet?: "true" | "false";
                /** @description In CSV and NDJSON: iso writes times as ISO-8601 in UTC (2026-09-25T01:41:10Z) instead of unix seconds. Default unix, which those of JSON always are. */
                time?: "unix" | "iso";
                /** @description true adds a line of units below the line of names in CSV. Default false. */
                units?: "true" | "false";
            };
            header?: never;
            path: {
                /** @description Path segment of a lending protocol. */
                protocol: components["schemas"]["Protocol"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One row per reserve. */
            200: {
                headers: {
                    "Cache-Control": components["headers"]["CacheControl"];
                    ETag: components["headers"]["ETag"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "RateLimit-Reset": components["headers"]["RateLimitReset"];
                    Vary: components["headers"]["Vary"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LiquidationCoverageEnvelope"];
                    "application/x-ndjson": string;
                    "text/csv": string;
                };
            };
            /** @description Not changed since the ETag of the request. No body. */
            304: {
                headers: {
                    "Cache-Control": components["headers"]["CacheControl"];
                    ETag: components["headers"]["ETag"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "RateLimit-Reset": components["headers"]["RateLimitReset"];
                    Vary: components["headers"]["Vary"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description 40002: The request body is not valid JSON. 40003: A query parameter is not valid. 40004: The path of the URL cannot be decoded. 40005: The request is not well-formed HTTP. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            401: components["responses"]["Error401"];
            /** @description 40403: No lending protocol is served under this path segment. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            408: components["responses"]["Error408"];
            413: components["responses"]["Error413"];
            415: components["responses"]["Error415"];
            417: components["responses"]["Error417"];
            429: components["responses"]["Error429"];
            431: components["responses"]["Error431"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    listSparklines: {
        parameters: {
            query?: {
                /** @description How far they reach back: 1 day by hours, 7 by six hours, 30 by days. Default 7. */
                days?: "1" | "7" | "30";
                /** @description Form of the answer. Default json, whatever Accept says. */
                format?: "json" | "csv" | "ndjson";
                /** @description Only reserves of this lending market. */
                lending_market?: string;
                /** @description true: only reserves of lending markets that are listed. false: only those of others. */
                listed_b?: "true" | "false";
                /** @description Another name of lending_market. Send one of the two. */
                market?: string;
                /** @description Only this reserve. */
                reserve?: string;
                /** @description In CSV: true writes an apostrophe in front of texts that begin with = + - @, a tab or a line break, which a spreadsheet would take for a formula. Numbers stay numbers. Default false. */
                spreadsheet?: "true" | "false";
                /** @description Only reserves that are in this status now. */
                status_str?: "active" | "obsolete" | "hidden";
                /** @description In CSV and NDJSON: iso writes times as ISO-8601 in UTC (2026-09-25T01:41:10Z) instead of unix seconds. Default unix, which those of JSON always are. */
                time?: "unix" | "iso";
                /** @description Another name of token_address. Send one of the two. */
                token?: string;
                /** @description Only reserves of this token (mint address). */
                token_address?: string;
                /** @description Only reserves with exactly this symbol. */
                token_symbol?: string;
                /** @description true adds a line of units below the line of names in CSV. Default false. */
                units?: "true" | "false";
            };
            header?: never;
            path: {
                /** @description Path segment of a lending protocol. */
                protocol: components["schemas"]["Protocol"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One row per reserve. */
            200: {
                headers: {
                    "Cache-Control": components["headers"]["CacheControl"];
                    ETag: components["headers"]["ETag"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "RateLimit-Reset": components["headers"]["RateLimitReset"];
                    Vary: components["headers"]["Vary"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SparklinesEnvelope"];
                    "application/x-ndjson": string;
                    "text/csv": string;
                };
            };
            /** @description Not changed since the ETag of the request. No body. */
            304: {
                headers: {
                    "Cache-Control": components["headers"]["CacheControl"];
                    ETag: components["headers"]["ETag"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "RateLimit-Reset": components["headers"]["RateLimitReset"];
                    Vary: components["headers"]["Vary"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description 40001: The reserve address is not valid. 40002: The request body is not valid JSON. 40003: A query parameter is not valid. 40004: The path of the URL cannot be decoded. 40005: The request is not well-formed HTTP. 40013: The lending market address is not valid. 40014: The token address is not valid. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            401: components["responses"]["Error401"];
            /** @description 40402: No reserve with this address is known. 40403: No lending protocol is served under this path segment. 40404: No lending market with this address is known. 40405: No reserve holds a token with this address. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            408: components["responses"]["Error408"];
            413: components["responses"]["Error413"];
            415: components["responses"]["Error415"];
            417: components["responses"]["Error417"];
            429: components["responses"]["Error429"];
            431: components["responses"]["Error431"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    listSummaryHistory: {
        parameters: {
            query?: {
                /** @description next_cursor of the answer before; it holds the range too. */
                cursor?: string;
                /** @description Columns in the wanted order, separated by commas. Default: all. */
                fields?: string;
                /** @description Form of the answer. Default: what Accept asks for, else json. */
                format?: "json" | "csv" | "ndjson";
                /** @description Start of the range, which belongs to it. Default: 30 days; 7 with interval=1h before to. Unix seconds, unix milliseconds or ISO-8601 with its offset. */
                from?: string;
                /** @description Width of the buckets, aligned to UTC. Default 1d. */
                interval?: "1h" | "4h" | "1d";
                /** @description Largest number of rows: 10,000; without a key 1,000 of fees, benchmark rates and coverage. Default: 1,000 in JSON. CSV and NDJSON without it are whole or refused: with a key of any length, without one up to the largest number of rows. */
                limit?: number;
                /** @description In CSV: true writes an apostrophe in front of texts that begin with = + - @, a tab or a line break, which a spreadsheet would take for a formula. Numbers stay numbers. Default false. */
                spreadsheet?: "true" | "false";
                /** @description In CSV and NDJSON: iso writes times as ISO-8601 in UTC (2026-09-25T01:41:10Z) instead of unix seconds. Default unix, which those of JSON always are. */
                time?: "unix" | "iso";
                /** @description End of the range, which does not belong to it. Default: now, with the bucket that is not over. Unix seconds, unix milliseconds or ISO-8601 with its offset. */
                to?: string;
                /** @description true adds a line of units below the line of names in CSV. Default false. */
                units?: "true" | "false";
            };
            header?: never;
            path: {
                /** @description Path segment of a lending protocol. */
                protocol: components["schemas"]["Protocol"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Rows by time. */
            200: {
                headers: {
                    "Cache-Control": components["headers"]["CacheControl"];
                    ETag: components["headers"]["EntityTag"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "RateLimit-Reset": components["headers"]["RateLimitReset"];
                    Vary: components["headers"]["Vary"];
                    "X-Data-Revision": components["headers"]["DataRevision"];
                    "X-Next-Cursor": components["headers"]["NextCursor"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProtocolHistoryEnvelope"];
                    "application/x-ndjson": string;
                    "text/csv": string;
                };
            };
            /** @description Not changed since the ETag of the request. No body. */
            304: {
                headers: {
                    "Cache-Control": components["headers"]["CacheControl"];
                    ETag: components["headers"]["ETag"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "RateLimit-Reset": components["headers"]["RateLimitReset"];
                    Vary: components["headers"]["Vary"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description 40002: The request body is not valid JSON. 40003: A query parameter is not valid. 40004: The path of the URL cannot be decoded. 40005: The request is not well-formed HTTP. 40008: A time is not valid. 40009: The time range is not valid. 40010: The limit is not valid. 40011: The cursor is not valid. 40015: The time range is longer than one call may ask for. 40016: The answer would hold more rows than one call may take. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            401: components["responses"]["Error401"];
            /** @description 40403: No lending protocol is served under this path segment. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            408: components["responses"]["Error408"];
            413: components["responses"]["Error413"];
            415: components["responses"]["Error415"];
            417: components["responses"]["Error417"];
            /** @description 42901: Too many requests. 42902: Too many exports or streams of this caller are under way. */
            429: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            431: components["responses"]["Error431"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    getLatestSummary: {
        parameters: {
            query?: {
                /** @description Form of the answer. Default json, whatever Accept says. */
                format?: "json" | "csv" | "ndjson";
                /** @description Prices of the sums in USD: protocol, those that the reserves hold, or aggregate, those of their tokens out of several sources, as the prices API has them. With aggregate a reserve whose token has no price in force at the time of the reserve is left out, counted in unpriced_reserve_count and named in unpriced_reserves. Default protocol. */
                price?: "protocol" | "aggregate";
                /** @description In CSV: true writes an apostrophe in front of texts that begin with = + - @, a tab or a line break, which a spreadsheet would take for a formula. Numbers stay numbers. Default false. */
                spreadsheet?: "true" | "false";
                /** @description In CSV and NDJSON: iso writes times as ISO-8601 in UTC (2026-09-25T01:41:10Z) instead of unix seconds. Default unix, which those of JSON always are. */
                time?: "unix" | "iso";
                /** @description true adds a line of units below the line of names in CSV. Default false. */
                units?: "true" | "false";
            };
            header?: never;
            path: {
                /** @description Path segment of a lending protocol. */
                protocol: components["schemas"]["Protocol"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Latest summary */
            200: {
                headers: {
                    "Cache-Control": components["headers"]["CacheControl"];
                    ETag: components["headers"]["ETag"];
                    "Last-Modified": components["headers"]["LastModified"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "RateLimit-Reset": components["headers"]["RateLimitReset"];
                    Vary: components["headers"]["Vary"];
                    "X-Data-Age-Seconds": components["headers"]["DataAgeSeconds"];
                    "X-Data-As-Of": components["headers"]["DataAsOf"];
                    "X-Data-Slot": components["headers"]["DataSlot"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProtocolTotalsEnvelope"];
                    "application/x-ndjson": string;
                    "text/csv": string;
                };
            };
            /** @description Not changed since the ETag of the request. No body. */
            304: {
                headers: {
                    "Cache-Control": components["headers"]["CacheControl"];
                    ETag: components["headers"]["ETag"];
                    "Last-Modified": components["headers"]["LastModified"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "RateLimit-Reset": components["headers"]["RateLimitReset"];
                    Vary: components["headers"]["Vary"];
                    "X-Data-Age-Seconds": components["headers"]["DataAgeSeconds"];
                    "X-Data-As-Of": components["headers"]["DataAsOf"];
                    "X-Data-Slot": components["headers"]["DataSlot"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description 40002: The request body is not valid JSON. 40003: A query parameter is not valid. 40004: The path of the URL cannot be decoded. 40005: The request is not well-formed HTTP. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            401: components["responses"]["Error401"];
            /** @description 40403: No lending protocol is served under this path segment. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            408: components["responses"]["Error408"];
            413: components["responses"]["Error413"];
            415: components["responses"]["Error415"];
            417: components["responses"]["Error417"];
            429: components["responses"]["Error429"];
            431: components["responses"]["Error431"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    listTokenHistory: {
        parameters: {
            query?: {
                /** @description next_cursor of the answer before; it holds the range too. */
                cursor?: string;
                /** @description Columns in the wanted order, separated by commas. Default: all. */
                fields?: string;
                /** @description Form of the answer. Default: what Accept asks for, else json. */
                format?: "json" | "csv" | "ndjson";
                /** @description Start of the range, which belongs to it. Default: 30 days; 7 with interval=1h before to. Unix seconds, unix milliseconds or ISO-8601 with its offset. */
                from?: string;
                /** @description Width of the buckets, aligned to UTC. Default 1d. */
                interval?: "1h" | "4h" | "1d";
                /** @description Largest number of rows: 10,000; without a key 1,000 of fees, benchmark rates and coverage. Default: 1,000 in JSON. CSV and NDJSON without it are whole or refused: with a key of any length, without one up to the largest number of rows. */
                limit?: number;
                /** @description In CSV: true writes an apostrophe in front of texts that begin with = + - @, a tab or a line break, which a spreadsheet would take for a formula. Numbers stay numbers. Default false. */
                spreadsheet?: "true" | "false";
                /** @description In CSV and NDJSON: iso writes times as ISO-8601 in UTC (2026-09-25T01:41:10Z) instead of unix seconds. Default unix, which those of JSON always are. */
                time?: "unix" | "iso";
                /** @description End of the range, which does not belong to it. Default: now, with the bucket that is not over. Unix seconds, unix milliseconds or ISO-8601 with its offset. */
                to?: string;
                /** @description true adds a line of units below the line of names in CSV. Default false. */
                units?: "true" | "false";
            };
            header?: never;
            path: {
                /** @description Mint address of the token. */
                mint: string;
                /** @description Path segment of a lending protocol. */
                protocol: components["schemas"]["Protocol"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Rows by time. */
            200: {
                headers: {
                    "Cache-Control": components["headers"]["CacheControl"];
                    ETag: components["headers"]["EntityTag"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "RateLimit-Reset": components["headers"]["RateLimitReset"];
                    Vary: components["headers"]["Vary"];
                    "X-Data-Revision": components["headers"]["DataRevision"];
                    "X-Next-Cursor": components["headers"]["NextCursor"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TokenHistoryEnvelope"];
                    "application/x-ndjson": string;
                    "text/csv": string;
                };
            };
            /** @description Not changed since the ETag of the request. No body. */
            304: {
                headers: {
                    "Cache-Control": components["headers"]["CacheControl"];
                    ETag: components["headers"]["ETag"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "RateLimit-Reset": components["headers"]["RateLimitReset"];
                    Vary: components["headers"]["Vary"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description 40002: The request body is not valid JSON. 40003: A query parameter is not valid. 40004: The path of the URL cannot be decoded. 40005: The request is not well-formed HTTP. 40008: A time is not valid. 40009: The time range is not valid. 40010: The limit is not valid. 40011: The cursor is not valid. 40014: The token address is not valid. 40015: The time range is longer than one call may ask for. 40016: The answer would hold more rows than one call may take. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            401: components["responses"]["Error401"];
            /** @description 40403: No lending protocol is served under this path segment. 40405: No reserve holds a token with this address. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            408: components["responses"]["Error408"];
            413: components["responses"]["Error413"];
            415: components["responses"]["Error415"];
            417: components["responses"]["Error417"];
            /** @description 42901: Too many requests. 42902: Too many exports or streams of this caller are under way. */
            429: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            431: components["responses"]["Error431"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    getLatestToken: {
        parameters: {
            query?: {
                /** @description Form of the answer. Default json, whatever Accept says. */
                format?: "json" | "csv" | "ndjson";
                /** @description Prices of the sums in USD: protocol, those that the reserves hold, or aggregate, those of their tokens out of several sources, as the prices API has them. With aggregate a reserve whose token has no price in force at the time of the reserve is left out, counted in unpriced_reserve_count and named in unpriced_reserves. Default protocol. */
                price?: "protocol" | "aggregate";
                /** @description In CSV: true writes an apostrophe in front of texts that begin with = + - @, a tab or a line break, which a spreadsheet would take for a formula. Numbers stay numbers. Default false. */
                spreadsheet?: "true" | "false";
                /** @description In CSV and NDJSON: iso writes times as ISO-8601 in UTC (2026-09-25T01:41:10Z) instead of unix seconds. Default unix, which those of JSON always are. */
                time?: "unix" | "iso";
                /** @description true adds a line of units below the line of names in CSV. Default false. */
                units?: "true" | "false";
            };
            header?: never;
            path: {
                /** @description Mint address of the token. */
                mint: string;
                /** @description Path segment of a lending protocol. */
                protocol: components["schemas"]["Protocol"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Latest token */
            200: {
                headers: {
                    "Cache-Control": components["headers"]["CacheControl"];
                    ETag: components["headers"]["ETag"];
                    "Last-Modified": components["headers"]["LastModified"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "RateLimit-Reset": components["headers"]["RateLimitReset"];
                    Vary: components["headers"]["Vary"];
                    "X-Data-Age-Seconds": components["headers"]["DataAgeSeconds"];
                    "X-Data-As-Of": components["headers"]["DataAsOf"];
                    "X-Data-Slot": components["headers"]["DataSlot"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TokenTotalsEnvelope"];
                    "application/x-ndjson": string;
                    "text/csv": string;
                };
            };
            /** @description Not changed since the ETag of the request. No body. */
            304: {
                headers: {
                    "Cache-Control": components["headers"]["CacheControl"];
                    ETag: components["headers"]["ETag"];
                    "Last-Modified": components["headers"]["LastModified"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "RateLimit-Reset": components["headers"]["RateLimitReset"];
                    Vary: components["headers"]["Vary"];
                    "X-Data-Age-Seconds": components["headers"]["DataAgeSeconds"];
                    "X-Data-As-Of": components["headers"]["DataAsOf"];
                    "X-Data-Slot": components["headers"]["DataSlot"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description 40002: The request body is not valid JSON. 40003: A query parameter is not valid. 40004: The path of the URL cannot be decoded. 40005: The request is not well-formed HTTP. 40014: The token address is not valid. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            401: components["responses"]["Error401"];
            /** @description 40403: No lending protocol is served under this path segment. 40405: No reserve holds a token with this address. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            408: components["responses"]["Error408"];
            413: components["responses"]["Error413"];
            415: components["responses"]["Error415"];
            417: components["responses"]["Error417"];
            429: components["responses"]["Error429"];
            431: components["responses"]["Error431"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    listCoverage: {
        parameters: {
            query?: {
                /** @description next_cursor of the answer before; it holds the range too. */
                cursor?: string;
                /** @description Form of the answer. Default: what Accept asks for, else json. */
                format?: "json" | "csv" | "ndjson";
                /** @description Start of the range, which belongs to it. Default: 7 days before to. Unix seconds, unix milliseconds or ISO-8601 with its offset. */
                from?: string;
                /** @description Only reserves of this lending market. */
                lending_market?: string;
                /** @description Largest number of rows: 10,000; without a key 1,000 of fees, benchmark rates and coverage. Default: 1,000 in JSON. CSV and NDJSON without it are whole or refused: with a key of any length, without one up to the largest number of rows. */
                limit?: number;
                /** @description true: only reserves of lending markets that are listed. false: only those of others. */
                listed_b?: "true" | "false";
                /** @description Another name of lending_market. Send one of the two. */
                market?: string;
                /** @description Path segment of a protocol that / lists. Default: all. */
                protocol?: string;
                /** @description Only this reserve. */
                reserve?: string;
                /** @description In CSV: true writes an apostrophe in front of texts that begin with = + - @, a tab or a line break, which a spreadsheet would take for a formula. Numbers stay numbers. Default false. */
                spreadsheet?: "true" | "false";
                /** @description Only reserves that are in this status now. */
                status_str?: "active" | "obsolete" | "hidden";
                /** @description In CSV and NDJSON: iso writes times as ISO-8601 in UTC (2026-09-25T01:41:10Z) instead of unix seconds. Default unix, which those of JSON always are. */
                time?: "unix" | "iso";
                /** @description End of the range, which does not belong to it. Default: now. Unix seconds, unix milliseconds or ISO-8601 with its offset. */
                to?: string;
                /** @description Another name of token_address. Send one of the two. */
                token?: string;
                /** @description Only reserves of this token (mint address). */
                token_address?: string;
                /** @description Only reserves with exactly this symbol. */
                token_symbol?: string;
                /** @description true adds a line of units below the line of names in CSV. Default false. */
                units?: "true" | "false";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Rows by protocol and address of the reserve. */
            200: {
                headers: {
                    "Cache-Control": components["headers"]["CacheControl"];
                    ETag: components["headers"]["EntityTag"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "RateLimit-Reset": components["headers"]["RateLimitReset"];
                    Vary: components["headers"]["Vary"];
                    "X-Data-Revision": components["headers"]["DataRevision"];
                    "X-Next-Cursor": components["headers"]["NextCursor"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CoverageEnvelope"];
                    "application/x-ndjson": string;
                    "text/csv": string;
                };
            };
            /** @description Not changed since the ETag of the request. No body. */
            304: {
                headers: {
                    "Cache-Control": components["headers"]["CacheControl"];
                    ETag: components["headers"]["ETag"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "RateLimit-Reset": components["headers"]["RateLimitReset"];
                    Vary: components["headers"]["Vary"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description 40001: The reserve address is not valid. 40002: The request body is not valid JSON. 40003: A query parameter is not valid. 40005: The request is not well-formed HTTP. 40008: A time is not valid. 40009: The time range is not valid. 40010: The limit is not valid. 40011: The cursor is not valid. 40013: The lending market address is not valid. 40014: The token address is not valid. 40015: The time range is longer than one call may ask for. 40016: The answer would hold more rows than one call may take. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            401: components["responses"]["Error401"];
            /** @description 40402: No reserve with this address is known. 40403: No lending protocol is served under this path segment. 40404: No lending market with this address is known. 40405: No reserve holds a token with this address. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            408: components["responses"]["Error408"];
            413: components["responses"]["Error413"];
            415: components["responses"]["Error415"];
            417: components["responses"]["Error417"];
            /** @description 42901: Too many requests. 42902: Too many exports or streams of this caller are under way. */
            429: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            431: components["responses"]["Error431"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    listUsdBenchmarkRates: {
        parameters: {
            query?: {
                /** @description next_cursor of the answer before; it holds the range too. */
                cursor?: string;
                /** @description Columns in the wanted order, separated by commas. Default: all. */
                fields?: string;
                /** @description Form of the answer. Default: what Accept asks for, else json. */
                format?: "json" | "csv" | "ndjson";
                /** @description Start of the range, which belongs to it. Default: 30 days; 7 with interval=1h before to. Unix seconds, unix milliseconds or ISO-8601 with its offset. */
                from?: string;
                /** @description Width of the buckets, aligned to UTC. Default 1d. */
                interval?: "1h" | "1d";
                /** @description Largest number of rows: 10,000; without a key 1,000 of fees, benchmark rates and coverage. Default: 1,000 in JSON. CSV and NDJSON without it are whole or refused: with a key of any length, without one up to the largest number of rows. */
                limit?: number;
                /** @description In CSV: true writes an apostrophe in front of texts that begin with = + - @, a tab or a line break, which a spreadsheet would take for a formula. Numbers stay numbers. Default false. */
                spreadsheet?: "true" | "false";
                /** @description In CSV and NDJSON: iso writes times as ISO-8601 in UTC (2026-09-25T01:41:10Z) instead of unix seconds. Default unix, which those of JSON always are. */
                time?: "unix" | "iso";
                /** @description End of the range, which does not belong to it. Default: now, with the bucket that is not over. Unix seconds, unix milliseconds or ISO-8601 with its offset. */
                to?: string;
                /** @description true adds a line of units below the line of names in CSV. Default false. */
                units?: "true" | "false";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Rows by time. */
            200: {
                headers: {
                    "Cache-Control": components["headers"]["CacheControl"];
                    ETag: components["headers"]["EntityTag"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "RateLimit-Reset": components["headers"]["RateLimitReset"];
                    Vary: components["headers"]["Vary"];
                    "X-Data-Revision": components["headers"]["DataRevision"];
                    "X-Next-Cursor": components["headers"]["NextCursor"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BenchmarkEnvelope"];
                    "application/x-ndjson": string;
                    "text/csv": string;
                };
            };
            /** @description Not changed since the ETag of the request. No body. */
            304: {
                headers: {
                    "Cache-Control": components["headers"]["CacheControl"];
                    ETag: components["headers"]["ETag"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "RateLimit-Reset": components["headers"]["RateLimitReset"];
                    Vary: components["headers"]["Vary"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description 40002: The request body is not valid JSON. 40003: A query parameter is not valid. 40005: The request is not well-formed HTTP. 40008: A time is not valid. 40009: The time range is not valid. 40010: The limit is not valid. 40011: The cursor is not valid. 40015: The time range is longer than one call may ask for. 40016: The answer would hold more rows than one call may take. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            401: components["responses"]["Error401"];
            408: components["responses"]["Error408"];
            413: components["responses"]["Error413"];
            415: components["responses"]["Error415"];
            417: components["responses"]["Error417"];
            /** @description 42901: Too many requests. 42902: Too many exports or streams of this caller are under way. */
            429: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            431: components["responses"]["Error431"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    listMarketHistory_all: {
        parameters: {
            query?: {
                /** @description next_cursor of the answer before; it holds the range too. */
                cursor?: string;
                /** @description Columns in the wanted order, separated by commas. Default: all. */
                fields?: string;
                /** @description Form of the answer. Default: what Accept asks for, else json. */
                format?: "json" | "csv" | "ndjson";
                /** @description Start of the range, which belongs to it. Default: 30 days; 7 with interval=1h before to. Unix seconds, unix milliseconds or ISO-8601 with its offset. */
                from?: string;
                /** @description Width of the buckets, aligned to UTC. Default 1d. */
                interval?: "1h" | "4h" | "1d";
                /** @description Largest number of rows: 10,000; without a key 1,000 of fees, benchmark rates and coverage. Default: 1,000 in JSON. CSV and NDJSON without it are whole or refused: with a key of any length, without one up to the largest number of rows. */
                limit?: number;
                /** @description In CSV: true writes an apostrophe in front of texts that begin with = + - @, a tab or a line break, which a spreadsheet would take for a formula. Numbers stay numbers. Default false. */
                spreadsheet?: "true" | "false";
                /** @description In CSV and NDJSON: iso writes times as ISO-8601 in UTC (2026-09-25T01:41:10Z) instead of unix seconds. Default unix, which those of JSON always are. */
                time?: "unix" | "iso";
                /** @description End of the range, which does not belong to it. Default: now, with the bucket that is not over. Unix seconds, unix milliseconds or ISO-8601 with its offset. */
                to?: string;
                /** @description true adds a line of units below the line of names in CSV. Default false. */
                units?: "true" | "false";
            };
            header?: never;
            path: {
                /** @description Address of the lending market. */
                market: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Rows by time. */
            200: {
                headers: {
                    "Cache-Control": components["headers"]["CacheControl"];
                    ETag: components["headers"]["EntityTag"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "RateLimit-Reset": components["headers"]["RateLimitReset"];
                    Vary: components["headers"]["Vary"];
                    "X-Data-Revision": components["headers"]["DataRevision"];
                    "X-Next-Cursor": components["headers"]["NextCursor"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MarketHistoryEnvelope"];
                    "application/x-ndjson": string;
                    "text/csv": string;
                };
            };
            /** @description Not changed since the ETag of the request. No body. */
            304: {
                headers: {
                    "Cache-Control": components["headers"]["CacheControl"];
                    ETag: components["headers"]["ETag"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "RateLimit-Reset": components["headers"]["RateLimitReset"];
                    Vary: components["headers"]["Vary"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description 40002: The request body is not valid JSON. 40003: A query parameter is not valid. 40004: The path of the URL cannot be decoded. 40005: The request is not well-formed HTTP. 40008: A time is not valid. 40009: The time range is not valid. 40010: The limit is not valid. 40011: The cursor is not valid. 40013: The lending market address is not valid. 40015: The time range is longer than one call may ask for. 40016: The answer would hold more rows than one call may take. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            401: components["responses"]["Error401"];
            /** @description 40404: No lending market with this address is known. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            408: components["responses"]["Error408"];
            413: components["responses"]["Error413"];
            415: components["responses"]["Error415"];
            417: components["responses"]["Error417"];
            /** @description 42901: Too many requests. 42902: Too many exports or streams of this caller are under way. */
            429: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            431: components["responses"]["Error431"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    getLatestMarket_all: {
        parameters: {
            query?: {
                /** @description Form of the answer. Default json, whatever Accept says. */
                format?: "json" | "csv" | "ndjson";
                /** @description Prices of the sums in USD: protocol, those that the reserves hold, or aggregate, those of their tokens out of several sources, as the prices API has them. With aggregate a reserve whose token has no price in force at the time of the reserve is left out, counted in unpriced_reserve_count and named in unpriced_reserves. Default protocol. */
                price?: "protocol" | "aggregate";
                /** @description In CSV: true writes an apostrophe in front of texts that begin with = + - @, a tab or a line break, which a spreadsheet would take for a formula. Numbers stay numbers. Default false. */
                spreadsheet?: "true" | "false";
                /** @description In CSV and NDJSON: iso writes times as ISO-8601 in UTC (2026-09-25T01:41:10Z) instead of unix seconds. Default unix, which those of JSON always are. */
                time?: "unix" | "iso";
                /** @description true adds a line of units below the line of names in CSV. Default false. */
                units?: "true" | "false";
            };
            header?: never;
            path: {
                /** @description Address of the lending market. */
                market: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Latest market of any protocol */
            200: {
                headers: {
                    "Cache-Control": components["headers"]["CacheControl"];
                    ETag: components["headers"]["ETag"];
                    "Last-Modified": components["headers"]["LastModified"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "RateLimit-Reset": components["headers"]["RateLimitReset"];
                    Vary: components["headers"]["Vary"];
                    "X-Data-Age-Seconds": components["headers"]["DataAgeSeconds"];
                    "X-Data-As-Of": components["headers"]["DataAsOf"];
                    "X-Data-Slot": components["headers"]["DataSlot"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MarketTotalsEnvelope"];
                    "application/x-ndjson": string;
                    "text/csv": string;
                };
            };
            /** @description Not changed since the ETag of the request. No body. */
            304: {
                headers: {
                    "Cache-Control": components["headers"]["CacheControl"];
                    ETag: components["headers"]["ETag"];
                    "Last-Modified": components["headers"]["LastModified"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "RateLimit-Reset": components["headers"]["RateLimitReset"];
                    Vary: components["headers"]["Vary"];
                    "X-Data-Age-Seconds": components["headers"]["DataAgeSeconds"];
                    "X-Data-As-Of": components["headers"]["DataAsOf"];
                    "X-Data-Slot": components["headers"]["DataSlot"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description 40002: The request body is not valid JSON. 40003: A query parameter is not valid. 40004: The path of the URL cannot be decoded. 40005: The request is not well-formed HTTP. 40013: The lending market address is not valid. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            401: components["responses"]["Error401"];
            /** @description 40404: No lending market with this address is known. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            408: components["responses"]["Error408"];
            413: components["responses"]["Error413"];
            415: components["responses"]["Error415"];
            417: components["responses"]["Error417"];
            429: components["responses"]["Error429"];
            431: components["responses"]["Error431"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    listLatestMarkets_all: {
        parameters: {
            query?: {
                /** @description Form of the answer. Default json, whatever Accept says. */
                format?: "json" | "csv" | "ndjson";
                /** @description Prices of the sums in USD: protocol, those that the reserves hold, or aggregate, those of their tokens out of several sources, as the prices API has them. With aggregate a reserve whose token has no price in force at the time of the reserve is left out, counted in unpriced_reserve_count and named in unpriced_reserves. Default protocol. */
                price?: "protocol" | "aggregate";
                /** @description In CSV: true writes an apostrophe in front of texts that begin with = + - @, a tab or a line break, which a spreadsheet would take for a formula. Numbers stay numbers. Default false. */
                spreadsheet?: "true" | "false";
                /** @description In CSV and NDJSON: iso writes times as ISO-8601 in UTC (2026-09-25T01:41:10Z) instead of unix seconds. Default unix, which those of JSON always are. */
                time?: "unix" | "iso";
                /** @description true adds a line of units below the line of names in CSV. Default false. */
                units?: "true" | "false";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Latest markets of all protocols */
            200: {
                headers: {
                    "Cache-Control": components["headers"]["CacheControl"];
                    ETag: components["headers"]["ETag"];
                    "Last-Modified": components["headers"]["LastModified"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "RateLimit-Reset": components["headers"]["RateLimitReset"];
                    Vary: components["headers"]["Vary"];
                    "X-Data-Age-Seconds": components["headers"]["DataAgeSeconds"];
                    "X-Data-As-Of": components["headers"]["DataAsOf"];
                    "X-Data-Slot": components["headers"]["DataSlot"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MarketTotalsEnvelope"];
                    "application/x-ndjson": string;
                    "text/csv": string;
                };
            };
            /** @description Not changed since the ETag of the request. No body. */
            304: {
                headers: {
                    "Cache-Control": components["headers"]["CacheControl"];
                    ETag: components["headers"]["ETag"];
                    "Last-Modified": components["headers"]["LastModified"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "RateLimit-Reset": components["headers"]["RateLimitReset"];
                    Vary: components["headers"]["Vary"];
                    "X-Data-Age-Seconds": components["headers"]["DataAgeSeconds"];
                    "X-Data-As-Of": components["headers"]["DataAsOf"];
                    "X-Data-Slot": components["headers"]["DataSlot"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description 40002: The request body is not valid JSON. 40003: A query parameter is not valid. 40005: The request is not well-formed HTTP. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            401: components["responses"]["Error401"];
            408: components["responses"]["Error408"];
            413: components["responses"]["Error413"];
            415: components["responses"]["Error415"];
            417: components["responses"]["Error417"];
            429: components["responses"]["Error429"];
            431: components["responses"]["Error431"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    getLatestReserve_all: {
        parameters: {
            query?: {
                /** @description true puts the array into the common envelope {data, status}. Default false: a bare array. */
                envelope?: "true" | "false";
                /** @description Form of the answer. Default json, whatever Accept says. */
                format?: "json" | "csv" | "ndjson";
                /** @description In CSV: true writes an apostrophe in front of texts that begin with = + - @, a tab or a line break, which a spreadsheet would take for a formula. Numbers stay numbers. Default false. */
                spreadsheet?: "true" | "false";
                /** @description In CSV and NDJSON: iso writes times as ISO-8601 in UTC (2026-09-25T01:41:10Z) instead of unix seconds. Default unix, which those of JSON always are. */
                time?: "unix" | "iso";
                /** @description true adds a line of units below the line of names in CSV. Default false. */
                units?: "true" | "false";
            };
            header?: never;
            path: {
                /** @description Address of the reserve. */
                reserve: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description An array with one snapshot. */
            200: {
                headers: {
                    "Cache-Control": components["headers"]["CacheControl"];
                    ETag: components["headers"]["ETag"];
                    "Last-Modified": components["headers"]["LastModified"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "RateLimit-Reset": components["headers"]["RateLimitReset"];
                    Vary: components["headers"]["Vary"];
                    "X-Data-Age-Seconds": components["headers"]["DataAgeSeconds"];
                    "X-Data-As-Of": components["headers"]["DataAsOf"];
                    "X-Data-Slot": components["headers"]["DataSlot"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ReserveOfProtocolList"] | components["schemas"]["ReserveOfProtocolEnvelope"];
                    "application/x-ndjson": string;
                    "text/csv": string;
                };
            };
            /** @description The data have not changed since the ETag or the date that the request names. No body. */
            304: {
                headers: {
                    "Cache-Control": components["headers"]["CacheControl"];
                    ETag: components["headers"]["ETag"];
                    "Last-Modified": components["headers"]["LastModified"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "RateLimit-Reset": components["headers"]["RateLimitReset"];
                    Vary: components["headers"]["Vary"];
                    "X-Data-Age-Seconds": components["headers"]["DataAgeSeconds"];
                    "X-Data-As-Of": components["headers"]["DataAsOf"];
                    "X-Data-Slot": components["headers"]["DataSlot"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description 40001: The reserve address is not valid. 40002: The request body is not valid JSON. 40003: A query parameter is not valid. 40004: The path of the URL cannot be decoded. 40005: The request is not well-formed HTTP. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            401: components["responses"]["Error401"];
            /** @description 40402: No reserve with this address is known. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            408: components["responses"]["Error408"];
            413: components["responses"]["Error413"];
            415: components["responses"]["Error415"];
            417: components["responses"]["Error417"];
            429: components["responses"]["Error429"];
            431: components["responses"]["Error431"];
            500: components["responses"]["Error500"];
            /** @description 50301: The service has no current data. 50302: The database does not answer. 50303: The service has too much to do. 50304: The service does not answer. */
            503: {
                headers: {
                    "Retry-After": components["headers"]["RetryAfter"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
        };
    };
    listLatestReserves_all: {
        parameters: {
            query?: {
                /** @description true puts the array into the common envelope {data, status}. Default false: a bare array. */
                envelope?: "true" | "false";
                /** @description Form of the answer. Default json, whatever Accept says. */
                format?: "json" | "csv" | "ndjson";
                /** @description Only reserves of this lending market. */
                lending_market?: string;
                /** @description true: only reserves of lending markets that are listed. false: only those of others. */
                listed_b?: "true" | "false";
                /** @description Another name of lending_market. Send one of the two. */
                market?: string;
                /** @description Only this reserve. */
                reserve?: string;
                /** @description In CSV: true writes an apostrophe in front of texts that begin with = + - @, a tab or a line break, which a spreadsheet would take for a formula. Numbers stay numbers. Default false. */
                spreadsheet?: "true" | "false";
                /** @description Only reserves that are in this status now. */
                status_str?: "active" | "obsolete" | "hidden";
                /** @description In CSV and NDJSON: iso writes times as ISO-8601 in UTC (2026-09-25T01:41:10Z) instead of unix seconds. Default unix, which those of JSON always are. */
                time?: "unix" | "iso";
                /** @description Another name of token_address. Send one of the two. */
                token?: string;
                /** @description Only reserves of this token (mint address). */
                token_address?: string;
                /** @description Only reserves with exactly this symbol. */
                token_symbol?: string;
                /** @description true adds a line of units below the line of names in CSV. Default false. */
                units?: "true" | "false";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One snapshot per reserve. */
            200: {
                headers: {
                    "Cache-Control": components["headers"]["CacheControl"];
                    ETag: components["headers"]["ETag"];
                    "Last-Modified": components["headers"]["LastModified"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "RateLimit-Reset": components["headers"]["RateLimitReset"];
                    Vary: components["headers"]["Vary"];
                    "X-Data-Age-Seconds": components["headers"]["DataAgeSeconds"];
                    "X-Data-As-Of": components["headers"]["DataAsOf"];
                    "X-Data-Slot": components["headers"]["DataSlot"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ReserveOfProtocolList"] | components["schemas"]["ReserveOfProtocolEnvelope"];
                    "application/x-ndjson": string;
                    "text/csv": string;
                };
            };
            /** @description The data have not changed since the ETag or the date that the request names. No body. */
            304: {
                headers: {
                    "Cache-Control": components["headers"]["CacheControl"];
                    ETag: components["headers"]["ETag"];
                    "Last-Modified": components["headers"]["LastModified"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "RateLimit-Reset": components["headers"]["RateLimitReset"];
                    Vary: components["headers"]["Vary"];
                    "X-Data-Age-Seconds": components["headers"]["DataAgeSeconds"];
                    "X-Data-As-Of": components["headers"]["DataAsOf"];
                    "X-Data-Slot": components["headers"]["DataSlot"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description 40001: The reserve address is not valid. 40002: The request body is not valid JSON. 40003: A query parameter is not valid. 40005: The request is not well-formed HTTP. 40013: The lending market address is not valid. 40014: The token address is not valid. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            401: components["responses"]["Error401"];
            /** @description 40402: No reserve with this address is known. 40404: No lending market with this address is known. 40405: No reserve holds a token with this address. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            408: components["responses"]["Error408"];
            413: components["responses"]["Error413"];
            415: components["responses"]["Error415"];
            417: components["responses"]["Error417"];
            429: components["responses"]["Error429"];
            431: components["responses"]["Error431"];
            500: components["responses"]["Error500"];
            /** @description 50301: The service has no current data. 50302: The database does not answer. 50303: The service has too much to do. 50304: The service does not answer. */
            503: {
                headers: {
                    "Retry-After": components["headers"]["RetryAfter"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
        };
    };
    listSparklines_all: {
        parameters: {
            query?: {
                /** @description How far they reach back: 1 day by hours, 7 by six hours, 30 by days. Default 7. */
                days?: "1" | "7" | "30";
                /** @description Form of the answer. Default json, whatever Accept says. */
                format?: "json" | "csv" | "ndjson";
                /** @description Only reserves of this lending market. */
                lending_market?: string;
                /** @description true: only reserves of lending markets that are listed. false: only those of others. */
                listed_b?: "true" | "false";
                /** @description Another name of lending_market. Send one of the two. */
                market?: string;
                /** @description Only this reserve. */
                reserve?: string;
                /** @description In CSV: true writes an apostrophe in front of texts that begin with = + - @, a tab or a line break, which a spreadsheet would take for a formula. Numbers stay numbers. Default false. */
                spreadsheet?: "true" | "false";
                /** @description Only reserves that are in this status now. */
                status_str?: "active" | "obsolete" | "hidden";
                /** @description In CSV and NDJSON: iso writes times as ISO-8601 in UTC (2026-09-25T01:41:10Z) instead of unix seconds. Default unix, which those of JSON always are. */
                time?: "unix" | "iso";
                /** @description Another name of token_address. Send one of the two. */
                token?: string;
                /** @description Only reserves of this token (mint address). */
                token_address?: string;
                /** @description Only reserves with exactly this symbol. */
                token_symbol?: string;
                /** @description true adds a line of units below the line of names in CSV. Default false. */
                units?: "true" | "false";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One row per reserve. */
            200: {
                headers: {
                    "Cache-Control": components["headers"]["CacheControl"];
                    ETag: components["headers"]["ETag"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "RateLimit-Reset": components["headers"]["RateLimitReset"];
                    Vary: components["headers"]["Vary"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SparklinesEnvelope"];
                    "application/x-ndjson": string;
                    "text/csv": string;
                };
            };
            /** @description Not changed since the ETag of the request. No body. */
            304: {
                headers: {
                    "Cache-Control": components["headers"]["CacheControl"];
                    ETag: components["headers"]["ETag"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "RateLimit-Reset": components["headers"]["RateLimitReset"];
                    Vary: components["headers"]["Vary"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description 40001: The reserve address is not valid. 40002: The request body is not valid JSON. 40003: A query parameter is not valid. 40005: The request is not well-formed HTTP. 40013: The lending market address is not valid. 40014: The token address is not valid. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            401: components["responses"]["Error401"];
            /** @description 40402: No reserve with this address is known. 40404: No lending market with this address is known. 40405: No reserve holds a token with this address. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            408: components["responses"]["Error408"];
            413: components["responses"]["Error413"];
            415: components["responses"]["Error415"];
            417: components["responses"]["Error417"];
            429: components["responses"]["Error429"];
            431: components["responses"]["Error431"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    listSummaryHistory_all: {
        parameters: {
            query?: {
                /** @description next_cursor of the answer before; it holds the range too. */
                cursor?: string;
                /** @description Columns in the wanted order, separated by commas. Default: all. */
                fields?: string;
                /** @description Form of the answer. Default: what Accept asks for, else json. */
                format?: "json" | "csv" | "ndjson";
                /** @description Start of the range, which belongs to it. Default: 30 days; 7 with interval=1h before to. Unix seconds, unix milliseconds or ISO-8601 with its offset. */
                from?: string;
                /** @description Width of the buckets, aligned to UTC. Default 1d. */
                interval?: "1h" | "4h" | "1d";
                /** @description Largest number of rows: 10,000; without a key 1,000 of fees, benchmark rates and coverage. Default: 1,000 in JSON. CSV and NDJSON without it are whole or refused: with a key of any length, without one up to the largest number of rows. */
                limit?: number;
                /** @description In CSV: true writes an apostrophe in front of texts that begin with = + - @, a tab or a line break, which a spreadsheet would take for a formula. Numbers stay numbers. Default false. */
                spreadsheet?: "true" | "false";
                /** @description In CSV and NDJSON: iso writes times as ISO-8601 in UTC (2026-09-25T01:41:10Z) instead of unix seconds. Default unix, which those of JSON always are. */
                time?: "unix" | "iso";
                /** @description End of the range, which does not belong to it. Default: now, with the bucket that is not over. Unix seconds, unix milliseconds or ISO-8601 with its offset. */
                to?: string;
                /** @description true adds a line of units below the line of names in CSV. Default false. */
                units?: "true" | "false";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Rows by time. */
            200: {
                headers: {
                    "Cache-Control": components["headers"]["CacheControl"];
                    ETag: components["headers"]["EntityTag"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "RateLimit-Reset": components["headers"]["RateLimitReset"];
                    Vary: components["headers"]["Vary"];
                    "X-Data-Revision": components["headers"]["DataRevision"];
                    "X-Next-Cursor": components["headers"]["NextCursor"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProtocolHistoryEnvelope"];
                    "application/x-ndjson": string;
                    "text/csv": string;
                };
            };
            /** @description Not changed since the ETag of the request. No body. */
            304: {
                headers: {
                    "Cache-Control": components["headers"]["CacheControl"];
                    ETag: components["headers"]["ETag"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "RateLimit-Reset": components["headers"]["RateLimitReset"];
                    Vary: components["headers"]["Vary"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description 40002: The request body is not valid JSON. 40003: A query parameter is not valid. 40005: The request is not well-formed HTTP. 40008: A time is not valid. 40009: The time range is not valid. 40010: The limit is not valid. 40011: The cursor is not valid. 40015: The time range is longer than one call may ask for. 40016: The answer would hold more rows than one call may take. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            401: components["responses"]["Error401"];
            408: components["responses"]["Error408"];
            413: components["responses"]["Error413"];
            415: components["responses"]["Error415"];
            417: components["responses"]["Error417"];
            /** @description 42901: Too many requests. 42902: Too many exports or streams of this caller are under way. */
            429: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            431: components["responses"]["Error431"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    getLatestSummary_all: {
        parameters: {
            query?: {
                /** @description Form of the answer. Default json, whatever Accept says. */
                format?: "json" | "csv" | "ndjson";
                /** @description Prices of the sums in USD: protocol, those that the reserves hold, or aggregate, those of their tokens out of several sources, as the prices API has them. With aggregate a reserve whose token has no price in force at the time of the reserve is left out, counted in unpriced_reserve_count and named in unpriced_reserves. Default protocol. */
                price?: "protocol" | "aggregate";
                /** @description In CSV: true writes an apostrophe in front of texts that begin with = + - @, a tab or a line break, which a spreadsheet would take for a formula. Numbers stay numbers. Default false. */
                spreadsheet?: "true" | "false";
                /** @description In CSV and NDJSON: iso writes times as ISO-8601 in UTC (2026-09-25T01:41:10Z) instead of unix seconds. Default unix, which those of JSON always are. */
                time?: "unix" | "iso";
                /** @description true adds a line of units below the line of names in CSV. Default false. */
                units?: "true" | "false";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Latest summary of all protocols */
            200: {
                headers: {
                    "Cache-Control": components["headers"]["CacheControl"];
                    ETag: components["headers"]["ETag"];
                    "Last-Modified": components["headers"]["LastModified"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "RateLimit-Reset": components["headers"]["RateLimitReset"];
                    Vary: components["headers"]["Vary"];
                    "X-Data-Age-Seconds": components["headers"]["DataAgeSeconds"];
                    "X-Data-As-Of": components["headers"]["DataAsOf"];
                    "X-Data-Slot": components["headers"]["DataSlot"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProtocolTotalsEnvelope"];
                    "application/x-ndjson": string;
                    "text/csv": string;
                };
            };
            /** @description Not changed since the ETag of the request. No body. */
            304: {
                headers: {
                    "Cache-Control": components["headers"]["CacheControl"];
                    ETag: components["headers"]["ETag"];
                    "Last-Modified": components["headers"]["LastModified"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "RateLimit-Reset": components["headers"]["RateLimitReset"];
                    Vary: components["headers"]["Vary"];
                    "X-Data-Age-Seconds": components["headers"]["DataAgeSeconds"];
                    "X-Data-As-Of": components["headers"]["DataAsOf"];
                    "X-Data-Slot": components["headers"]["DataSlot"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description 40002: The request body is not valid JSON. 40003: A query parameter is not valid. 40005: The request is not well-formed HTTP. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            401: components["responses"]["Error401"];
            408: components["responses"]["Error408"];
            413: components["responses"]["Error413"];
            415: components["responses"]["Error415"];
            417: components["responses"]["Error417"];
            429: components["responses"]["Error429"];
            431: components["responses"]["Error431"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    listTokenHistory_all: {
        parameters: {
            query?: {
                /** @description next_cursor of the answer before; it holds the range too. */
                cursor?: string;
                /** @description Columns in the wanted order, separated by commas. Default: all. */
                fields?: string;
                /** @description Form of the answer. Default: what Accept asks for, else json. */
                format?: "json" | "csv" | "ndjson";
                /** @description Start of the range, which belongs to it. Default: 30 days; 7 with interval=1h before to. Unix seconds, unix milliseconds or ISO-8601 with its offset. */
                from?: string;
                /** @description Width of the buckets, aligned to UTC. Default 1d. */
                interval?: "1h" | "4h" | "1d";
                /** @description Largest number of rows: 10,000; without a key 1,000 of fees, benchmark rates and coverage. Default: 1,000 in JSON. CSV and NDJSON without it are whole or refused: with a key of any length, without one up to the largest number of rows. */
                limit?: number;
                /** @description In CSV: true writes an apostrophe in front of texts that begin with = + - @, a tab or a line break, which a spreadsheet would take for a formula. Numbers stay numbers. Default false. */
                spreadsheet?: "true" | "false";
                /** @description In CSV and NDJSON: iso writes times as ISO-8601 in UTC (2026-09-25T01:41:10Z) instead of unix seconds. Default unix, which those of JSON always are. */
                time?: "unix" | "iso";
                /** @description End of the range, which does not belong to it. Default: now, with the bucket that is not over. Unix seconds, unix milliseconds or ISO-8601 with its offset. */
                to?: string;
                /** @description true adds a line of units below the line of names in CSV. Default false. */
                units?: "true" | "false";
            };
            header?: never;
            path: {
                /** @description Mint address of the token. */
                mint: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Rows by time. */
            200: {
                headers: {
                    "Cache-Control": components["headers"]["CacheControl"];
                    ETag: components["headers"]["EntityTag"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "RateLimit-Reset": components["headers"]["RateLimitReset"];
                    Vary: components["headers"]["Vary"];
                    "X-Data-Revision": components["headers"]["DataRevision"];
                    "X-Next-Cursor": components["headers"]["NextCursor"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TokenHistoryEnvelope"];
                    "application/x-ndjson": string;
                    "text/csv": string;
                };
            };
            /** @description Not changed since the ETag of the request. No body. */
            304: {
                headers: {
                    "Cache-Control": components["headers"]["CacheControl"];
                    ETag: components["headers"]["ETag"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "RateLimit-Reset": components["headers"]["RateLimitReset"];
                    Vary: components["headers"]["Vary"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description 40002: The request body is not valid JSON. 40003: A query parameter is not valid. 40004: The path of the URL cannot be decoded. 40005: The request is not well-formed HTTP. 40008: A time is not valid. 40009: The time range is not valid. 40010: The limit is not valid. 40011: The cursor is not valid. 40014: The token address is not valid. 40015: The time range is longer than one call may ask for. 40016: The answer would hold more rows than one call may take. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            401: components["responses"]["Error401"];
            /** @description 40405: No reserve holds a token with this address. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            408: components["responses"]["Error408"];
            413: components["responses"]["Error413"];
            415: components["responses"]["Error415"];
            417: components["responses"]["Error417"];
            /** @description 42901: Too many requests. 42902: Too many exports or streams of this caller are under way. */
            429: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            431: components["responses"]["Error431"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    getLatestToken_all: {
        parameters: {
            query?: {
                /** @description Form of the answer. Default json, whatever Accept says. */
                format?: "json" | "csv" | "ndjson";
                /** @description Prices of the sums in USD: protocol, those that the reserves hold, or aggregate, those of their tokens out of several sources, as the prices API has them. With aggregate a reserve whose token has no price in force at the time of the reserve is left out, counted in unpriced_reserve_count and named in unpriced_reserves. Default protocol. */
                price?: "protocol" | "aggregate";
                /** @description In CSV: true writes an apostrophe in front of texts that begin with = + - @, a tab or a line break, which a spreadsheet would take for a formula. Numbers stay numbers. Default false. */
                spreadsheet?: "true" | "false";
                /** @description In CSV and NDJSON: iso writes times as ISO-8601 in UTC (2026-09-25T01:41:10Z) instead of unix seconds. Default unix, which those of JSON always are. */
                time?: "unix" | "iso";
                /** @description true adds a line of units below the line of names in CSV. Default false. */
                units?: "true" | "false";
            };
            header?: never;
            path: {
                /** @description Mint address of the token. */
                mint: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Latest token over all protocols */
            200: {
                headers: {
                    "Cache-Control": components["headers"]["CacheControl"];
                    ETag: components["headers"]["ETag"];
                    "Last-Modified": components["headers"]["LastModified"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "RateLimit-Reset": components["headers"]["RateLimitReset"];
                    Vary: components["headers"]["Vary"];
                    "X-Data-Age-Seconds": components["headers"]["DataAgeSeconds"];
                    "X-Data-As-Of": components["headers"]["DataAsOf"];
                    "X-Data-Slot": components["headers"]["DataSlot"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TokenTotalsEnvelope"];
                    "application/x-ndjson": string;
                    "text/csv": string;
                };
            };
            /** @description Not changed since the ETag of the request. No body. */
            304: {
                headers: {
                    "Cache-Control": components["headers"]["CacheControl"];
                    ETag: components["headers"]["ETag"];
                    "Last-Modified": components["headers"]["LastModified"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "RateLimit-Reset": components["headers"]["RateLimitReset"];
                    Vary: components["headers"]["Vary"];
                    "X-Data-Age-Seconds": components["headers"]["DataAgeSeconds"];
                    "X-Data-As-Of": components["headers"]["DataAsOf"];
                    "X-Data-Slot": components["headers"]["DataSlot"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description 40002: The request body is not valid JSON. 40003: A query parameter is not valid. 40004: The path of the URL cannot be decoded. 40005: The request is not well-formed HTTP. 40014: The token address is not valid. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            401: components["responses"]["Error401"];
            /** @description 40405: No reserve holds a token with this address. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            408: components["responses"]["Error408"];
            413: components["responses"]["Error413"];
            415: components["responses"]["Error415"];
            417: components["responses"]["Error417"];
            429: components["responses"]["Error429"];
            431: components["responses"]["Error431"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    listLiquidityPools: {
        parameters: {
            query?: {
                /** @description Form of the answer. Default json, whatever Accept says. */
                format?: "json" | "csv" | "ndjson";
                /** @description Only pools of this token (mint address). Default: of all tokens that are lent. */
                mint?: string;
                /** @description In CSV: true writes an apostrophe in front of texts that begin with = + - @, a tab or a line break, which a spreadsheet would take for a formula. Numbers stay numbers. Default false. */
                spreadsheet?: "true" | "false";
                /** @description In CSV and NDJSON: iso writes times as ISO-8601 in UTC (2026-09-25T01:41:10Z) instead of unix seconds. Default unix, which those of JSON always are. */
                time?: "unix" | "iso";
                /** @description true adds a line of units below the line of names in CSV. Default false. */
                units?: "true" | "false";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One row per token and pool. */
            200: {
                headers: {
                    "Cache-Control": components["headers"]["CacheControl"];
                    ETag: components["headers"]["ETag"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "RateLimit-Reset": components["headers"]["RateLimitReset"];
                    Vary: components["headers"]["Vary"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LiquidityPoolsEnvelope"];
                    "application/x-ndjson": string;
                    "text/csv": string;
                };
            };
            /** @description Not changed since the ETag of the request. No body. */
            304: {
                headers: {
                    "Cache-Control": components["headers"]["CacheControl"];
                    ETag: components["headers"]["ETag"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "RateLimit-Reset": components["headers"]["RateLimitReset"];
                    Vary: components["headers"]["Vary"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description 40002: The request body is not valid JSON. 40003: A query parameter is not valid. 40005: The request is not well-formed HTTP. 40014: The token address is not valid. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            401: components["responses"]["Error401"];
            408: components["responses"]["Error408"];
            413: components["responses"]["Error413"];
            415: components["responses"]["Error415"];
            417: components["responses"]["Error417"];
            429: components["responses"]["Error429"];
            431: components["responses"]["Error431"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    getPoolDepth: {
        parameters: {
            query?: {
                /** @description Form of the answer. Default json, whatever Accept says. */
                format?: "json" | "csv" | "ndjson";
                /** @description In CSV: true writes an apostrophe in front of texts that begin with = + - @, a tab or a line break, which a spreadsheet would take for a formula. Numbers stay numbers. Default false. */
                spreadsheet?: "true" | "false";
                /** @description In CSV and NDJSON: iso writes times as ISO-8601 in UTC (2026-09-25T01:41:10Z) instead of unix seconds. Default unix, which those of JSON always are. */
                time?: "unix" | "iso";
                /** @description true adds a line of units below the line of names in CSV. Default false. */
                units?: "true" | "false";
            };
            header?: never;
            path: {
                /** @description Address of the pool. */
                pool: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One row per token that is sold and fall. */
            200: {
                headers: {
                    "Cache-Control": components["headers"]["CacheControl"];
                    ETag: components["headers"]["ETag"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "RateLimit-Reset": components["headers"]["RateLimitReset"];
                    Vary: components["headers"]["Vary"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PoolDepthEnvelope"];
                    "application/x-ndjson": string;
                    "text/csv": string;
                };
            };
            /** @description Not changed since the ETag of the request. No body. */
            304: {
                headers: {
                    "Cache-Control": components["headers"]["CacheControl"];
                    ETag: components["headers"]["ETag"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "RateLimit-Reset": components["headers"]["RateLimitReset"];
                    Vary: components["headers"]["Vary"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description 40002: The request body is not valid JSON. 40003: A query parameter is not valid. 40004: The path of the URL cannot be decoded. 40005: The request is not well-formed HTTP. 40019: The pool address is not valid. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            401: components["responses"]["Error401"];
            /** @description 40408: No pool with this address is known. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            408: components["responses"]["Error408"];
            413: components["responses"]["Error413"];
            415: components["responses"]["Error415"];
            417: components["responses"]["Error417"];
            429: components["responses"]["Error429"];
            431: components["responses"]["Error431"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    listTokenDepthHistory: {
        parameters: {
            query?: {
                /** @description next_cursor of the answer before; it holds the range too. */
                cursor?: string;
                /** @description The fall of the price that the depth is of, basis points. Default 200. */
                fall_bps?: "50" | "100" | "200" | "500" | "1000";
                /** @description Columns in the wanted order, separated by commas. Default: all. */
                fields?: string;
                /** @description Form of the answer. Default: what Accept asks for, else json. */
                format?: "json" | "csv" | "ndjson";
                /** @description Start of the range, which belongs to it. Default: 7 days; 30 with interval=1d, one with raw before to. Unix seconds, unix milliseconds or ISO-8601 with its offset. */
                from?: string;
                /** @description Width of the rows. raw needs a key. Default 1h. */
                interval?: "raw" | "1h" | "1d";
                /** @description Largest number of rows: 10,000; without a key 1,000 of fees, benchmark rates and coverage. Default: 1,000 in JSON. CSV and NDJSON without it are whole or refused: with a key of any length, without one up to the largest number of rows. */
                limit?: number;
                /** @description Whether the token is sold or bought. Default sell. */
                side?: "sell" | "buy";
                /** @description In CSV: true writes an apostrophe in front of texts that begin with = + - @, a tab or a line break, which a spreadsheet would take for a formula. Numbers stay numbers. Default false. */
                spreadsheet?: "true" | "false";
                /** @description In CSV and NDJSON: iso writes times as ISO-8601 in UTC (2026-09-25T01:41:10Z) instead of unix seconds. Default unix, which those of JSON always are. */
                time?: "unix" | "iso";
                /** @description End of the range, which does not belong to it. Default: now, with the bucket that is not over. Unix seconds, unix milliseconds or ISO-8601 with its offset. */
                to?: string;
                /** @description true adds a line of units below the line of names in CSV. Default false. */
                units?: "true" | "false";
            };
            header?: never;
            path: {
                /** @description Mint address of the token. */
                mint: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Rows by time. */
            200: {
                headers: {
                    "Cache-Control": components["headers"]["CacheControl"];
                    ETag: components["headers"]["EntityTag"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "RateLimit-Reset": components["headers"]["RateLimitReset"];
                    Vary: components["headers"]["Vary"];
                    "X-Data-Revision": components["headers"]["DataRevision"];
                    "X-Next-Cursor": components["headers"]["NextCursor"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TokenDepthHistoryEnvelope"];
                    "application/x-ndjson": string;
                    "text/csv": string;
                };
            };
            /** @description Not changed since the ETag of the request. No body. */
            304: {
                headers: {
                    "Cache-Control": components["headers"]["CacheControl"];
                    ETag: components["headers"]["ETag"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "RateLimit-Reset": components["headers"]["RateLimitReset"];
                    Vary: components["headers"]["Vary"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description 40002: The request body is not valid JSON. 40003: A query parameter is not valid. 40004: The path of the URL cannot be decoded. 40005: The request is not well-formed HTTP. 40008: A time is not valid. 40009: The time range is not valid. 40010: The limit is not valid. 40011: The cursor is not valid. 40014: The token address is not valid. 40015: The time range is longer than one call may ask for. 40016: The answer would hold more rows than one call may take. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            401: components["responses"]["Error401"];
            /** @description 40405: No reserve holds a token with this address. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            408: components["responses"]["Error408"];
            413: components["responses"]["Error413"];
            415: components["responses"]["Error415"];
            417: components["responses"]["Error417"];
            /** @description 42901: Too many requests. 42902: Too many exports or streams of this caller are under way. */
            429: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            431: components["responses"]["Error431"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    getTokenDepth: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Mint address of the token. */
                mint: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Depth of a token */
            200: {
                headers: {
                    "Cache-Control": components["headers"]["CacheControl"];
                    ETag: components["headers"]["ETag"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "RateLimit-Reset": components["headers"]["RateLimitReset"];
                    Vary: components["headers"]["Vary"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TokenDepthEnvelope"];
                };
            };
            /** @description Not changed since the ETag of the request. No body. */
            304: {
                headers: {
                    "Cache-Control": components["headers"]["CacheControl"];
                    ETag: components["headers"]["ETag"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "RateLimit-Reset": components["headers"]["RateLimitReset"];
                    Vary: components["headers"]["Vary"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description 40002: The request body is not valid JSON. 40003: A query parameter is not valid. 40004: The path of the URL cannot be decoded. 40005: The request is not well-formed HTTP. 40014: The token address is not valid. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            401: components["responses"]["Error401"];
            /** @description 40405: No reserve holds a token with this address. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            408: components["responses"]["Error408"];
            413: components["responses"]["Error413"];
            415: components["responses"]["Error415"];
            417: components["responses"]["Error417"];
            429: components["responses"]["Error429"];
            431: components["responses"]["Error431"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    getPriceAt: {
        parameters: {
            query?: {
                /** @description Form of the answer. Default json, whatever Accept says. */
                format?: "json" | "csv" | "ndjson";
                /** @description Take a price that was stored more than so many seconds before the moment for missing. */
                max_age?: number;
                /** @description In CSV: true writes an apostrophe in front of texts that begin with = + - @, a tab or a line break, which a spreadsheet would take for a formula. Numbers stay numbers. Default false. */
                spreadsheet?: "true" | "false";
                /** @description In CSV and NDJSON: iso writes times as ISO-8601 in UTC (2026-09-25T01:41:10Z) instead of unix seconds. Default unix, which those of JSON always are. */
                time?: "unix" | "iso";
                /** @description true adds a line of units below the line of names in CSV. Default false. */
                units?: "true" | "false";
            };
            header?: never;
            path: {
                /** @description The moment, in whole seconds: unix seconds, unix milliseconds or ISO-8601 with its offset. */
                time: string;
                /** @description Mint address of the token, or its symbol where only one priced token has it. */
                token: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Price at a moment */
            200: {
                headers: {
                    "Cache-Control": components["headers"]["CacheControl"];
                    ETag: components["headers"]["ETag"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "RateLimit-Reset": components["headers"]["RateLimitReset"];
                    Vary: components["headers"]["Vary"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PricesAtEnvelope"];
                    "application/x-ndjson": string;
                    "text/csv": string;
                };
            };
            /** @description Not changed since the ETag of the request. No body. */
            304: {
                headers: {
                    "Cache-Control": components["headers"]["CacheControl"];
                    ETag: components["headers"]["ETag"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "RateLimit-Reset": components["headers"]["RateLimitReset"];
                    Vary: components["headers"]["Vary"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description 40002: The request body is not valid JSON. 40003: A query parameter is not valid. 40004: The path of the URL cannot be decoded. 40005: The request is not well-formed HTTP. 40008: A time is not valid. 40014: The token address is not valid. 40017: More than one token has this symbol. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            401: components["responses"]["Error401"];
            /** @description 40405: No reserve holds a token with this address. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            408: components["responses"]["Error408"];
            413: components["responses"]["Error413"];
            415: components["responses"]["Error415"];
            417: components["responses"]["Error417"];
            429: components["responses"]["Error429"];
            431: components["responses"]["Error431"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    listPriceHistory: {
        parameters: {
            query?: {
                /** @description next_cursor of the answer before; it holds the range too. */
                cursor?: string;
                /** @description Columns in the wanted order, separated by commas. Default: all. */
                fields?: string;
                /** @description Form of the answer. Default: what Accept asks for, else json. */
                format?: "json" | "csv" | "ndjson";
                /** @description Start of the range, which belongs to it. Default: 7 days; 30 with interval=1d, one with 15m or raw before to. Unix seconds, unix milliseconds or ISO-8601 with its offset. */
                from?: string;
                /** @description Width of the rows. raw and 15m need a key. Default 1h. */
                interval?: "raw" | "15m" | "1h" | "1d";
                /** @description Largest number of rows: 10,000; without a key 1,000 of fees, benchmark rates and coverage. Default: 1,000 in JSON. CSV and NDJSON without it are whole or refused: with a key of any length, without one up to the largest number of rows. */
                limit?: number;
                /** @description In CSV: true writes an apostrophe in front of texts that begin with = + - @, a tab or a line break, which a spreadsheet would take for a formula. Numbers stay numbers. Default false. */
                spreadsheet?: "true" | "false";
                /** @description In CSV and NDJSON: iso writes times as ISO-8601 in UTC (2026-09-25T01:41:10Z) instead of unix seconds. Default unix, which those of JSON always are. */
                time?: "unix" | "iso";
                /** @description End of the range, which does not belong to it. Default: now, with the bucket that is not over. Unix seconds, unix milliseconds or ISO-8601 with its offset. */
                to?: string;
                /** @description true adds a line of units below the line of names in CSV. Default false. */
                units?: "true" | "false";
            };
            header?: never;
            path: {
                /** @description Mint address of the token, or its symbol where only one priced token has it. */
                token: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Rows by time. */
            200: {
                headers: {
                    "Cache-Control": components["headers"]["CacheControl"];
                    ETag: components["headers"]["EntityTag"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "RateLimit-Reset": components["headers"]["RateLimitReset"];
                    Vary: components["headers"]["Vary"];
                    "X-Data-Revision": components["headers"]["DataRevision"];
                    "X-Next-Cursor": components["headers"]["NextCursor"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PriceHistoryEnvelope"];
                    "application/x-ndjson": string;
                    "text/csv": string;
                };
            };
            /** @description Not changed since the ETag of the request. No body. */
            304: {
                headers: {
                    "Cache-Control": components["headers"]["CacheControl"];
                    ETag: components["headers"]["ETag"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "RateLimit-Reset": components["headers"]["RateLimitReset"];
                    Vary: components["headers"]["Vary"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description 40002: The request body is not valid JSON. 40003: A query parameter is not valid. 40004: The path of the URL cannot be decoded. 40005: The request is not well-formed HTTP. 40008: A time is not valid. 40009: The time range is not valid. 40010: The limit is not valid. 40011: The cursor is not valid. 40014: The token address is not valid. 40015: The time range is longer than one call may ask for. 40016: The answer would hold more rows than one call may take. 40017: More than one token has this symbol. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            401: components["responses"]["Error401"];
            /** @description 40405: No reserve holds a token with this address. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            408: components["responses"]["Error408"];
            413: components["responses"]["Error413"];
            415: components["responses"]["Error415"];
            417: components["responses"]["Error417"];
            /** @description 42901: Too many requests. 42902: Too many exports or streams of this caller are under way. */
            429: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            431: components["responses"]["Error431"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    getLatestPrice: {
        parameters: {
            query?: {
                /** @description Form of the answer. Default json, whatever Accept says. */
                format?: "json" | "csv" | "ndjson";
                /** @description In CSV: true writes an apostrophe in front of texts that begin with = + - @, a tab or a line break, which a spreadsheet would take for a formula. Numbers stay numbers. Default false. */
                spreadsheet?: "true" | "false";
                /** @description In CSV and NDJSON: iso writes times as ISO-8601 in UTC (2026-09-25T01:41:10Z) instead of unix seconds. Default unix, which those of JSON always are. */
                time?: "unix" | "iso";
                /** @description true adds a line of units below the line of names in CSV. Default false. */
                units?: "true" | "false";
            };
            header?: never;
            path: {
                /** @description Mint address of the token, or its symbol where only one priced token has it. */
                token: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Latest price of a token */
            200: {
                headers: {
                    "Cache-Control": components["headers"]["CacheControl"];
                    ETag: components["headers"]["ETag"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "RateLimit-Reset": components["headers"]["RateLimitReset"];
                    Vary: components["headers"]["Vary"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PricesEnvelope"];
                    "application/x-ndjson": string;
                    "text/csv": string;
                };
            };
            /** @description Not changed since the ETag of the request. No body. */
            304: {
                headers: {
                    "Cache-Control": components["headers"]["CacheControl"];
                    ETag: components["headers"]["ETag"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "RateLimit-Reset": components["headers"]["RateLimitReset"];
                    Vary: components["headers"]["Vary"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description 40002: The request body is not valid JSON. 40003: A query parameter is not valid. 40004: The path of the URL cannot be decoded. 40005: The request is not well-formed HTTP. 40014: The token address is not valid. 40017: More than one token has this symbol. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            401: components["responses"]["Error401"];
            /** @description 40405: No reserve holds a token with this address. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            408: components["responses"]["Error408"];
            413: components["responses"]["Error413"];
            415: components["responses"]["Error415"];
            417: components["responses"]["Error417"];
            429: components["responses"]["Error429"];
            431: components["responses"]["Error431"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    listPriceSources: {
        parameters: {
            query?: {
                /** @description Form of the answer. Default json, whatever Accept says. */
                format?: "json" | "csv" | "ndjson";
                /** @description In CSV: true writes an apostrophe in front of texts that begin with = + - @, a tab or a line break, which a spreadsheet would take for a formula. Numbers stay numbers. Default false. */
                spreadsheet?: "true" | "false";
                /** @description In CSV and NDJSON: iso writes times as ISO-8601 in UTC (2026-09-25T01:41:10Z) instead of unix seconds. Default unix, which those of JSON always are. */
                time?: "unix" | "iso";
                /** @description true adds a line of units below the line of names in CSV. Default false. */
                units?: "true" | "false";
            };
            header?: never;
            path: {
                /** @description Mint address of the token, or its symbol where only one priced token has it. */
                token: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One row per feed. */
            200: {
                headers: {
                    "Cache-Control": components["headers"]["CacheControl"];
                    ETag: components["headers"]["ETag"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "RateLimit-Reset": components["headers"]["RateLimitReset"];
                    Vary: components["headers"]["Vary"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PriceSourcesEnvelope"];
                    "application/x-ndjson": string;
                    "text/csv": string;
                };
            };
            /** @description Not changed since the ETag of the request. No body. */
            304: {
                headers: {
                    "Cache-Control": components["headers"]["CacheControl"];
                    ETag: components["headers"]["ETag"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "RateLimit-Reset": components["headers"]["RateLimitReset"];
                    Vary: components["headers"]["Vary"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description 40002: The request body is not valid JSON. 40003: A query parameter is not valid. 40004: The path of the URL cannot be decoded. 40005: The request is not well-formed HTTP. 40014: The token address is not valid. 40017: More than one token has this symbol. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            401: components["responses"]["Error401"];
            /** @description 40405: No reserve holds a token with this address. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            408: components["responses"]["Error408"];
            413: components["responses"]["Error413"];
            415: components["responses"]["Error415"];
            417: components["responses"]["Error417"];
            429: components["responses"]["Error429"];
            431: components["responses"]["Error431"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    listPricesAtMoments: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["PriceBatchRequest"];
            };
        };
        responses: {
            /** @description One row per moment. */
            200: {
                headers: {
                    "Cache-Control": components["headers"]["CacheControl"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PricesAtEnvelope"];
                };
            };
            /** @description 40002: The request body is not valid JSON. 40003: A query parameter is not valid. 40005: The request is not well-formed HTTP. 40008: A time is not valid. 40014: The token address is not valid. 40017: More than one token has this symbol. 40018: The request body is not what the endpoint takes. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            401: components["responses"]["Error401"];
            /** @description 40405: No reserve holds a token with this address. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            408: components["responses"]["Error408"];
            413: components["responses"]["Error413"];
            415: components["responses"]["Error415"];
            417: components["responses"]["Error417"];
            429: components["responses"]["Error429"];
            431: components["responses"]["Error431"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    listLatestPrices: {
        parameters: {
            query?: {
                /** @description Form of the answer. Default json, whatever Accept says. */
                format?: "json" | "csv" | "ndjson";
                /** @description Mint addresses with commas between, at most 100. Rows come in their order. Default: all tokens. */
                mints?: string;
                /** @description In CSV: true writes an apostrophe in front of texts that begin with = + - @, a tab or a line break, which a spreadsheet would take for a formula. Numbers stay numbers. Default false. */
                spreadsheet?: "true" | "false";
                /** @description Symbols with commas between, of which only one priced token each has. Rows follow those of mints. */
                symbols?: string;
                /** @description In CSV and NDJSON: iso writes times as ISO-8601 in UTC (2026-09-25T01:41:10Z) instead of unix seconds. Default unix, which those of JSON always are. */
                time?: "unix" | "iso";
                /** @description true adds a line of units below the line of names in CSV. Default false. */
                units?: "true" | "false";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One row per token. */
            200: {
                headers: {
                    "Cache-Control": components["headers"]["CacheControl"];
                    ETag: components["headers"]["ETag"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "RateLimit-Reset": components["headers"]["RateLimitReset"];
                    Vary: components["headers"]["Vary"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PricesEnvelope"];
                    "application/x-ndjson": string;
                    "text/csv": string;
                };
            };
            /** @description Not changed since the ETag of the request. No body. */
            304: {
                headers: {
                    "Cache-Control": components["headers"]["CacheControl"];
                    ETag: components["headers"]["ETag"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "RateLimit-Reset": components["headers"]["RateLimitReset"];
                    Vary: components["headers"]["Vary"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description 40002: The request body is not valid JSON. 40003: A query parameter is not valid. 40005: The request is not well-formed HTTP. 40014: The token address is not valid. 40017: More than one token has this symbol. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            401: components["responses"]["Error401"];
            /** @description 40405: No reserve holds a token with this address. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            408: components["responses"]["Error408"];
            413: components["responses"]["Error413"];
            415: components["responses"]["Error415"];
            417: components["responses"]["Error417"];
            429: components["responses"]["Error429"];
            431: components["responses"]["Error431"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    getStatus: {
        parameters: {
            query?: {
                /** @description Path segment of a protocol that / lists. Default: all. */
                protocol?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The status of each protocol. */
            200: {
                headers: {
                    "Cache-Control": components["headers"]["CacheControl"];
                    ETag: components["headers"]["ETag"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "RateLimit-Reset": components["headers"]["RateLimitReset"];
                    Vary: components["headers"]["Vary"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["StatusEnvelope"];
                };
            };
            /** @description Not changed since the ETag of the request. No body. */
            304: {
                headers: {
                    "Cache-Control": components["headers"]["CacheControl"];
                    ETag: components["headers"]["ETag"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "RateLimit-Reset": components["headers"]["RateLimitReset"];
                    Vary: components["headers"]["Vary"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description 40002: The request body is not valid JSON. 40003: A query parameter is not valid. 40005: The request is not well-formed HTTP. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            401: components["responses"]["Error401"];
            /** @description 40403: No lending protocol is served under this path segment. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            408: components["responses"]["Error408"];
            413: components["responses"]["Error413"];
            415: components["responses"]["Error415"];
            417: components["responses"]["Error417"];
            429: components["responses"]["Error429"];
            431: components["responses"]["Error431"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    streamReserves: {
        parameters: {
            query?: {
                /** @description What is told: observations of reserves, prices of tokens, or both. Default reserves. */
                events?: "reserves" | "prices" | "all";
                /** @description As the header Last-Event-ID, for clients that cannot set it. The header wins. */
                last_event_id?: string;
                /** @description Only reserves of this lending market. */
                lending_market?: string;
                /** @description Another name of lending_market. Send one of the two. */
                market?: string;
                /** @description Only prices of these tokens: mint addresses with commas between, at most 100. Says nothing of reserves. */
                mints?: string;
                /** @description Only this protocol, by its path segment. Default: all. */
                protocol?: string;
                /** @description Only these reserves: addresses with commas between, at most 100. */
                reserves?: string;
            };
            header?: {
                /** @description Id of the last event that arrived. */
                "Last-Event-ID"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Events until the client, the time or the service ends them. */
            200: {
                headers: {
                    "Cache-Control": components["headers"]["CacheControl"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "text/event-stream": components["schemas"]["StreamedReserve"] | components["schemas"]["StreamedPrice"] | components["schemas"]["StreamHeartbeat"] | components["schemas"]["StreamNotice"];
                };
            };
            /** @description 40001: The reserve address is not valid. 40002: The request body is not valid JSON. 40003: A query parameter is not valid. 40005: The request is not well-formed HTTP. 40011: The cursor is not valid. 40013: The lending market address is not valid. 40014: The token address is not valid. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            401: components["responses"]["Error401"];
            /** @description 40403: No lending protocol is served under this path segment. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            408: components["responses"]["Error408"];
            413: components["responses"]["Error413"];
            415: components["responses"]["Error415"];
            417: components["responses"]["Error417"];
            /** @description 42901: Too many requests. 42902: Too many exports or streams of this caller are under way. */
            429: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            431: components["responses"]["Error431"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
}
