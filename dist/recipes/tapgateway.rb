class Tapgateway < Formula
  desc "Relay between AI agents and the programs around them"
  homepage "https://github.com/tapgateway/tap-gateway"
  url "https://github.com/tapgateway/tap-gateway/releases/download/v@VERSION@/tapgateway-@VERSION@.tar.gz"
  sha256 "@SHA256@"
  license "Apache-2.0"

  depends_on "openjdk"

  def install
    libexec.install "agents", "bin", "lib"
    (bin/"tapgateway").write_env_script libexec/"bin/tapgateway", JAVA_HOME: Formula["openjdk"].opt_prefix
    bash_completion.install "share/bash-completion/completions/tapgateway"
    zsh_completion.install "share/zsh/site-functions/_tapgateway"
    fish_completion.install "share/fish/vendor_completions.d/tapgateway.fish"
    man1.install Dir["share/man/man1/*"]
  end

  test do
    assert_match version.to_s, shell_output("#{bin}/tapgateway --version")
  end
end
