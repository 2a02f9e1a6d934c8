/** Keys from seeds of 32 equal bytes (1, 2, 3); worthless. */
export const LOCAL_PAYER = 'AKnL4NNf3DGWZJS6cPknBuEGnVsV4A4m5tgebLHaRSZ9';
export const LOCAL_RECEIVER = '9hSR6S7WPtxmTojgo6GG3k4yDPecgJY292j7xrsUGWBu';
export const LOCAL_MINT = 'GyGKxMyg1p9SsHfm15MkNUu1u9TN2JtTspcdmrtGUdse';

export const payerSeed = (): Buffer => Buffer.alloc(32, 1);
