/** How to start the program. The name of the package also works outside a project. */
export const PROGRAM = 'npx payment-gateway-sandbox';
