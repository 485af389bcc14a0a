export { buyerPage, type ConsoleOptions, consolePage, createAssets } from './pages.js';
export { authenticationView, checkoutView, findPage, objectOf, type PageName } from './views.js';
