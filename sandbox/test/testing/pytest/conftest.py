pytest_plugins = ["payment_gateway_sandbox"]
