import { configureStore } from '@reduxjs/toolkit';
import { expectPayment } from './expect.js';
import { api } from './out/api.js';
import { emptyApi } from './rtk-query-empty-api.js';

const store = configureStore({
  reducer: { [emptyApi.reducerPath]: emptyApi.reducer },
  middleware: (defaults) => defaults().concat(emptyApi.middleware),
});
const createTransactionRequest = { amount: 15990, payment_method: 'pix', async: false } as const;
const call = api.endpoints.createTransaction.initiate({ createTransactionRequest });
expectPayment(await store.dispatch(call).unwrap(), 'waiting_payment');
