export type { Chain, Commitment } from './chain/chain.ts';
export type { ChainAccount } from './chain/chain-account.ts';
export {
  type AccountWrite,
  type ClockSetting,
  ControlError,
  type ControlState,
  type LocalnetControl,
} from './control/localnet-control.ts';
export { createLocalnet, type Localnet } from './create-localnet.ts';
export type { FaultInput, FaultSettings } from './faults/fault-settings.ts';
export { AccountFolderError } from './files/load-account-folder.ts';
export { PortError } from './server/listen.ts';
export type { LocalnetOptions } from './settings/localnet-options.ts';
