// biome-ignore lint/complexity/noBannedTypes: any class
type Class = Function & { readonly prototype: object };

/**
 * Makes `instanceof` accept the instances that another copy of the package made: a library may bring one copy, and the shop another.
 * A subclass that a caller writes keeps its ordinary `instanceof`.
 *
 * @param name the same in all copies and versions. The name of the function is not, because bundlers change it.
 */
export function matchCopies(type: Class, name: string): void {
  const brand = Symbol.for(`payment-gateway-contract.${name}`);
  Object.defineProperty(type.prototype, brand, { value: true });
  Object.defineProperty(type, Symbol.hasInstance, {
    value(this: unknown, instance: unknown): boolean {
      const isObject = typeof instance === 'object' && instance !== null;
      if (this === type) return isObject && brand in instance;
      return Function.prototype[Symbol.hasInstance].call(this, instance);
    },
  });
}
