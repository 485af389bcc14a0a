import { createApi, fetchBaseQuery } from '@reduxjs/toolkit/query';

export const emptyApi = createApi({
  baseQuery: fetchBaseQuery({ baseUrl: process.argv[2], headers: { authorization: 'Bearer test' } }),
  endpoints: () => ({}),
});
