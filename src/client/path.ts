/**
 * Fills the parameters of a path in, encoded, as openapi-fetch wants it done. Throws when one is missing or would change
 * the path: every URL parser drops `''`, `.` and `..`, encoded or not, so that `DELETE /v1/customers/{id}` would reach
 * another address.
 */
export const pathSerializer = (operationId: string) => (path: string, values: Readonly<Record<string, unknown>>) =>
  path.replace(/{(\w+)}/g, (_, name: string) => {
    const value = `${values[name] ?? ''}`;
    if (/^\.{0,2}$/.test(value)) throw new TypeError(`${operationId}: path parameter ${name} is missing. Give the id.`);
    return encodeURIComponent(value);
  });
