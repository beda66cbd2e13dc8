import { z } from 'zod';
import { accountFiltersParam, matchesFilters, parseAccountFilters } from '../account-filters.ts';
import { encodeAccount } from '../encode-account.ts';
import { type RpcMethod, viewOf, withContext } from '../method-context.ts';
import { accountConfigShape, parseAddressParam, parseConfig, requiredParam } from '../params.ts';

/** Configuration of getProgramAccounts. */
export const programConfig = z.object({
  ...accountConfigShape,
  filters: accountFiltersParam,
  withContext: z.boolean().nullish(),
});

const getProgramAccounts: RpcMethod = (params, context) => {
  const program = parseAddressParam(requiredParam(params, 0));
  const config = parseConfig(programConfig, params[1]);
  const filters = parseAccountFilters(config.filters);
  const view = viewOf(context, config);
  const { dataSlice } = config;
  const format = { encoding: config.encoding ?? 'binary', dataSlice, compress: context.compress };
  const accounts = view
    .listAccounts()
    .filter((account) => account.owner === program && matchesFilters(account.data, filters))
    .flatMap((account) => context.distort(account) ?? [])
    .map((account) => ({ account: encodeAccount(account, format), pubkey: account.address }));
  return config.withContext === true ? withContext(view.slot, accounts) : accounts;
};

/** Calls that list the accounts of a program. */
export const programMethods: Readonly<Record<string, RpcMethod>> = { getProgramAccounts };
