/** What a server and a proxy share: who may call them, sockets, requests and responses. */
export { type Access, createGuard, refuseForm } from './guard.js';
export { ALLOWED_HOSTS, isLoopback, namedHost } from './host.js';
export { cannotListen, type Handle, listen } from './http-server.js';
export { LARGEST_BODY, parseTarget, type WireRequest } from './request.js';
export { printNow, refuse, toWire, WARNING_HEADER, type WireResponse } from './response.js';
