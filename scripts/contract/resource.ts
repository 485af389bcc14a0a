/** What an operation does to its resource. `find` looks up by a field other than the id, `act` is any other request about one object, `compute` stores nothing. */
export const ACTIONS = ['create', 'retrieve', 'find', 'list', 'change', 'act', 'delete', 'compute'] as const;

/** The effects that a request can have, least first: none, a new object, a code that a buyer may pay, a payment, and a setting or a message. */
export const REACHES = ['read', 'write', 'charge', 'money', 'configure'] as const;

/** What a request with the reach `money` charges to the card. */
export const CHARGES = ['amount', 'price', 'beyond_authorization', 'nothing'] as const;
