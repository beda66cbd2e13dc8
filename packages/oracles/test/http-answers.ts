// Answers as the public documentation of each service shows them, with the numbers of these tests. None was recorded from a service.

export const SOL = 'So11111111111111111111111111111111111111112';
export const USDC = 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v';
export const SOL_FEED = 'ef0d8b6fda2ceba41da15d4095d1da392a0d2f8ed0c6c7bc0f4cfac8c280b56d';

export function hermesAnswer(publishTime: number, price = '15012345678', conf = '5000000') {
  const ema = { price: '14900000000', conf: '6000000', expo: -8, publish_time: publishTime };
  return {
    binary: { encoding: 'hex', data: ['504e4155'] },
    parsed: [
      {
        id: SOL_FEED,
        price: { price, conf, expo: -8, publish_time: publishTime },
        ema_price: ema,
        metadata: { slot: 1, proof_available_time: publishTime + 1, prev_publish_time: publishTime - 1 },
      },
    ],
  };
}

export function jupiterAnswer(blockId: number | null, usdPrice: unknown = 150.12345678) {
  return {
    [SOL]: {
      createdAt: '2024-06-05T08:55:25.527Z',
      liquidity: 621_679_197.67,
      usdPrice,
      blockId,
      decimals: 9,
      priceChange24h: 1.29,
    },
  };
}

export function coingeckoAnswer(lastUpdatedAt: number, usd: unknown = 150.12345678) {
  return { [SOL]: { usd, last_updated_at: lastUpdatedAt } };
}

export function defillamaAnswer(timestamp: number, price: unknown = 150.12345678, confidence = 0.99) {
  return { coins: { [`solana:${SOL}`]: { decimals: 9, symbol: 'SOL', price, timestamp, confidence } } };
}
