import { protocolOf } from '@tidemark/protocols';
import {
  buildStartAccounts,
  type ChainStart,
  deriveGenesisHash,
  digestAccounts,
  hashText,
  SCENARIOS,
} from '@tidemark/protocols/localnet';
import type { Logger } from '@tidemark/runtime';
import { AccountStore } from './account-store.ts';
import { type ChainAccount, toChainAccount } from './chain-account.ts';
import { type ChainSource, reservesOf } from './chain-source.ts';
import { type Activity, Chain } from './chain.ts';
import { type ClockAnchor, SlotClock } from './slot-clock.ts';
import type { FaultSettings } from '../faults/fault-settings.ts';
import type { Checkpoint } from '../checkpoint/checkpoint-store.ts';
import { Activities, Oracles, type ScenarioReserve } from '../scenario/oracles.ts';
import { Pools } from '../scenario/pools.ts';
import { Walk } from '../scenario/walk.ts';
import type { ChainSettings } from '../settings/localnet-options.ts';
import type { TruthLog } from '../truth/logs.ts';

/** Slots before the scenario's start that can be seen, so that a finalized bank exists from the first moment on. */
const SCENARIO_PAST_SLOTS = 32;

/** What a chain is opened with. */
export interface OpenChainOptions {
  readonly settings: ChainSettings;
  readonly source: ChainSource;
  /** The checkpoint to continue from; null = a new chain. */
  readonly checkpoint: Checkpoint | null;
  readonly truth: TruthLog | null;
  readonly logger: Logger;
  readonly nowMs: () => number;
  /** What is wrong with accounts of oracles, and with pools, now; by address. */
  readonly faults: () => Pick<FaultSettings, 'oracles' | 'pools'>;
}

/** A chain, and where it began. */
export interface OpenedChain {
  readonly chain: Chain;
  readonly startSlot: number;
  readonly startUnixTimeMs: number;
  /** What the genesis hash was made of. */
  readonly start: ToldStart;
}

/** What the node tells of the chain's start: enough to make the genesis hash again. */
export interface ToldStart extends ChainStart {
  readonly accountsSha256: string;
}

/** Builds the chain from its source, or continues it from its checkpoint up to the present slot. */
export function openChain(options: OpenChainOptions): OpenedChain {
  const { settings, source, checkpoint, nowMs } = options;
  const startSlot = checkpoint?.startSlot ?? settings.slot ?? source.defaultSlot;
  const startUnixTimeMs =
    checkpoint?.startUnixTimeMs ?? (settings.unixTimeSeconds === null ? nowMs() : settings.unixTimeSeconds * 1_000);
  const startAnchor = { slot: startSlot, unixTimeMs: startUnixTimeMs, wallMs: nowMs() };
  const initial = initialAccounts(options, startAnchor);
  const start: ToldStart = {
    source: source.name,
    seed: settings.seed,
    reserves: settings.reserves,
    startSlot,
    startUnixTimeMs,
    reportedSlotMs: settings.reportedSlotMs,
    accountsSha256: digestAccounts(initial),
  };
  const genesisHash = checkpoint?.genesisHash ?? deriveGenesisHash(start);
  const clock = new SlotClock({
    anchor: checkpoint === null ? startAnchor : anchorAfter(checkpoint, settings, nowMs()),
    slotMs: settings.slotMs,
    reportedSlotMs: settings.reportedSlotMs,
    nowMs,
  });
  // Not part of the chain's identity: a database that was filled from it before there were any goes on.
  const world = source.accounts === null ? createWorld(options, { initial, startSlot, clock }) : null;
  const around = world === null ? [] : [...world.oracles.accountsAt(startSlot), ...world.pools.accountsAt(startSlot)];
  const store = new AccountStore(checkpoint?.accounts ?? [...initial, ...around]);
  const walk = settings.activity === 'none' ? null : createWalk({ ...options, initial, startSlot, store, clock });
  const activity =
    walk === null || world === null
      ? walk
      : new Activities([walk, world.oracles.on(store), world.pools.on(store, checkpoint?.reachedSlot ?? null)]);
  const chain = new Chain({
    genesisHash,
    store,
    clock,
    activity,
    reachedSlot: checkpoint?.reachedSlot ?? startSlot,
    earliestSlot: checkpoint?.reachedSlot ?? earliestSlotOf(source, startSlot, clock),
    onCoarseCatchUp: (slots, stride) => {
      options.logger.warn({ slots, stride }, 'the chain was away for long: only every stride-th event is simulated');
    },
  });
  return { chain, startSlot, startUnixTimeMs, start };
}

function initialAccounts(options: OpenChainOptions, anchor: ClockAnchor): readonly ChainAccount[] {
  const { settings, source } = options;
  if (source.accounts !== null) return source.accounts;
  const { seed, reserves, reportedSlotMs } = settings;
  const start = { seed, reserves, startSlot: anchor.slot, startUnixTimeMs: anchor.unixTimeMs, reportedSlotMs };
  return buildStartAccounts(SCENARIOS, start).map((account) => toChainAccount(account));
}

/** A chain with an unchanged slot duration continues as if it had never stopped; otherwise it continues from its checkpoint. */
function anchorAfter(checkpoint: Checkpoint, settings: ChainSettings, nowMs: number): ClockAnchor {
  const { anchor, reachedSlot, slotMs, reportedSlotMs } = checkpoint;
  const same = slotMs === settings.slotMs && reportedSlotMs === settings.reportedSlotMs;
  if (same && slotMs !== 0) return anchor;
  const unixTimeMs = anchor.unixTimeMs + (reachedSlot - anchor.slot) * reportedSlotMs;
  return { slot: reachedSlot, unixTimeMs, wallMs: nowMs };
}

function earliestSlotOf(source: ChainSource, startSlot: number, clock: SlotClock): number {
  return source.accounts === null && !clock.frozen ? Math.max(0, startSlot - SCENARIO_PAST_SLOTS) : startSlot;
}

interface WalkOptions extends OpenChainOptions {
  readonly initial: readonly ChainAccount[];
  readonly startSlot: number;
  readonly store: AccountStore;
  readonly clock: SlotClock;
}

function createWalk(options: WalkOptions): Activity {
  const { settings, source, truth, logger, clock, store } = options;
  const skipped = new Set<string>();
  const unixTimeAt = (slot: number): number => clock.unixTimeAt(slot);
  const seed = hashText(settings.seed);
  const movers = SCENARIOS.map((scenario) =>
    scenario.createMover({
      seed,
      startAccounts: reservesOf(options.initial, scenario),
      startSlot: options.startSlot,
      newest: (address) => store.newest(address),
      unixTimeAt,
      arithmetic: arithmeticOf(scenario.name, settings.accrualVariant),
    }),
  );
  const seldom =
    source.accounts === null ? SCENARIOS.flatMap((scenario) => [...scenario.seldom(settings.reserves)]) : [];
  return new Walk({
    seed,
    movers,
    seldom: new Set(seldom),
    store,
    onTransition: (slot, account, kind) => {
      truth?.writeAccount({ kind, slot, unixTime: unixTimeAt(slot), address: account.address, account });
    },
    onSkipped: ({ slot, address }, error) => {
      if (skipped.has(address)) return;
      skipped.add(address);
      const reason = error instanceof Error ? error.message : String(error);
      logger.warn({ address, slot, reason }, 'a reserve is not simulated: the program would refuse to refresh it');
    },
  });
}

/** Oracles of the scenario's reserves, and pools that trade at the same prices. */
function createWorld(
  { settings, truth, faults }: OpenChainOptions,
  { initial, startSlot, clock }: Pick<WalkOptions, 'initial' | 'startSlot' | 'clock'>,
) {
  const reserves = SCENARIOS.flatMap((scenario): ScenarioReserve[] =>
    reservesOf(initial, scenario).map((account) => ({ scenario, account })),
  );
  const unixTimeAt = (slot: number): number => clock.unixTimeAt(slot);
  const onWrite =
    (kind: string) =>
    (slot: number, address: string, account: ChainAccount | null): void => {
      truth?.writeAccount({ kind, slot, unixTime: unixTimeAt(slot), address, account });
    };
  const shared = { seed: hashText(settings.seed), startSlot, unixTimeAt };
  const known = new Set(initial.map(({ address }) => address));
  return {
    oracles: new Oracles({ ...shared, faults: () => faults().oracles, onWrite: onWrite('oracle') }, reserves),
    pools: new Pools({ ...shared, faults: () => faults().pools, onWrite: onWrite('pool') }, reserves, known),
  };
}

/** The version of the setting where the protocol has it, else its newest. */
function arithmeticOf(name: string, wanted: string): string {
  const { arithmetics } = protocolOf(name);
  return arithmetics.includes(wanted) ? wanted : arithmetics[0];
}
