// @ts-nocheck runtimes.ts installs Metro when it runs, so the compiler cannot find it here.
/** Bundles index.js as an application of React Native ships it, except for the engine: with the preset of React Native and its polyfills left out. */
const Metro = require('metro');

async function build() {
  const config = await Metro.loadConfig({ cwd: __dirname });
  const transformer = {
    ...config.transformer,
    babelTransformerPath: require.resolve('@react-native/metro-babel-transformer'),
  };
  const serializer = { ...config.serializer, getPolyfills: () => [] };
  const options = { entry: 'index.js', out: 'bundle', platform: 'ios', dev: false, minify: false };
  await Metro.runBuild({ ...config, transformer, serializer, reporter: { update() {} } }, options);
}

build().catch((error) => {
  console.error(error);
  process.exitCode = 1;
});
