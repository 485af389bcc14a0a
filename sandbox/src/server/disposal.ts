/** The type of `[Symbol.asyncDispose]`, for `await using`. Empty for a compiler whose `lib` does not have that symbol. */
export type AsyncDisposal = SymbolConstructor extends { readonly asyncDispose: infer Dispose extends symbol }
  ? { [Key in Dispose]: () => Promise<void> }
  : Record<never, never>;
