import { U128_MAX } from '@tidemark/core';
import { productOf, TickMath } from '../common/tick-math.ts';

// The program's own factors: they carry its rounding, and cannot be computed again from 1.0001. Factor i applies where bit i is set.

const FACTORS: readonly bigint[] = [
  18_445_821_805_675_395_072n,
  18_444_899_583_751_176_192n,
  18_443_055_278_223_355_904n,
  18_439_367_220_385_607_680n,
  18_431_993_317_065_453_568n,
  18_417_254_355_718_170_624n,
  18_387_811_781_193_609_216n,
  18_329_067_761_203_558_400n,
  18_212_142_134_806_163_456n,
  17_980_523_815_641_700_352n,
  17_526_086_738_831_433_728n,
  16_651_378_430_235_570_176n,
  15_030_750_278_694_412_288n,
  12_247_334_978_884_435_968n,
  8_131_365_268_886_854_656n,
  3_584_323_654_725_218_816n,
  696_457_651_848_324_352n,
  26_294_789_957_507_116n,
  37_481_735_321_082n,
];

/** Prices of positive ticks are inverses of those of negative ones. */
export const CLMM_TICKS = new TickMath((tick) => {
  const product = productOf(FACTORS, Math.abs(tick), 64n);
  return tick > 0 ? U128_MAX / product : product;
});
