import { z } from 'zod';
import { rentExemptLamports } from '../../chain/chain-account.ts';
import { encodeAccount } from '../encode-account.ts';
import { type RpcMethod, readAccount, viewOf, withContext } from '../method-context.ts';
import { accountConfig, bankConfig, parseAddressParam, parseConfig, parseParam, requiredParam } from '../params.ts';
import { invalidParams } from '../rpc-error.ts';

const MAX_MULTIPLE_ACCOUNTS = 100;

const getAccountInfo: RpcMethod = (params, context) => {
  const address = parseAddressParam(requiredParam(params, 0));
  const config = parseConfig(accountConfig, params[1]);
  const view = viewOf(context, config);
  const account = readAccount(context, view, address);
  const { dataSlice } = config;
  const format = { encoding: config.encoding ?? 'binary', dataSlice, compress: context.compress };
  return withContext(view.slot, account === null ? null : encodeAccount(account, format));
};

const getMultipleAccounts: RpcMethod = (params, context) => {
  const keys = parseParam(z.array(z.string()), requiredParam(params, 0));
  if (keys.length > MAX_MULTIPLE_ACCOUNTS) {
    throw invalidParams(`Too many inputs provided; max ${MAX_MULTIPLE_ACCOUNTS}`);
  }
  const addresses = keys.map(parseAddressParam);
  const config = parseConfig(accountConfig, params[1]);
  const view = viewOf(context, config);
  const { dataSlice } = config;
  const format = { encoding: config.encoding ?? 'base64', dataSlice, compress: context.compress };
  const accounts = addresses.map((address) => readAccount(context, view, address));
  return withContext(
    view.slot,
    accounts.map((account) => (account === null ? null : encodeAccount(account, format))),
  );
};

const getBalance: RpcMethod = (params, context) => {
  const address = parseAddressParam(requiredParam(params, 0));
  const view = viewOf(context, parseConfig(bankConfig, params[1]));
  return withContext(view.slot, readAccount(context, view, address)?.lamports ?? 0n);
};

/** Calls that read accounts by address. */
export const accountMethods: Readonly<Record<string, RpcMethod>> = {
  getAccountInfo,
  getMultipleAccounts,
  getBalance,
  getMinimumBalanceForRentExemption: (params) => {
    return rentExemptLamports(parseParam(z.number().int().nonnegative(), requiredParam(params, 0)));
  },
};
